"""Files, positions in them, diagnostics and how diagnostics are shown."""
