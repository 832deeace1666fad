"""What comes in and goes out, as the API's documentation has it."""
