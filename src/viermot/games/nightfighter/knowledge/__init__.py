"""What a seat may know: events, perspectives, odds."""
