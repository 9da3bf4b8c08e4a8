# Made from the contract by "npm run generate -w @heliograph/sdk". Not to be edited.
