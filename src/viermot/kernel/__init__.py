"""What every game of Viermot stands on. It knows no game: standard library and msgspec only."""
