"""The ground: hexes, walls, the line of fire and cover, the terrain and drawn maps. It knows no characters."""
