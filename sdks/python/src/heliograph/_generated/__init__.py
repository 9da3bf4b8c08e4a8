# Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
