"""Actions at close quarters that are no blows: handling weapons, getting away, wrestling, fighting fire (section 6.4)."""
