"""How the game shows itself: in words, at a terminal, on the page, to the fuzzer."""
