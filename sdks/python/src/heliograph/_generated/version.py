# Made from the contract by "npm run generate -w @heliograph/sdk". Not to be edited.
__version__ = "0.3.0"
