"""Tree to rules: names, types, overlays and lints."""
