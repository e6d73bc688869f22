"""The skirmish rules of companies: Groups, activation on 2d6, Resilience, Shaken, Retreats and Routs."""
