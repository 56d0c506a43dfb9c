"""Rules to executable form."""
