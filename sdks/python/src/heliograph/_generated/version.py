# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
__version__ = "0.3.0"
