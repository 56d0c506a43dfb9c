"""The rules as plain data: frozen values, their JSON form and its schema."""
