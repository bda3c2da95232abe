"""The career between sorties: wounds, repairs, experience, awards, ranks, prestige [7.4.8, 7.7 to 9.0]."""
