"""A game for the browser: its engine as WebAssembly, and one file of HTML with everything in it."""
