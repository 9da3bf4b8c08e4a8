export * as identity from './generated/heliograph/identity/v1/identity';
export * as search from './generated/heliograph/search/v1/search';
export * as company from './generated/heliograph/company/v1/company';
export * as ledger from './generated/heliograph/ledger/v1/ledger';
export * as rpc from './generated/heliograph/rpc/v1/multiplex';
export * as metering from './generated/heliograph/metering/v1/metering';
export * as usage from './generated/heliograph/usage/v1/usage';
export * as health from './generated/grpc/health/v1/health';
