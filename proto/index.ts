export * as identity from './generated/heliograph/identity/v1/identity';
export * as search from './generated/heliograph/search/v1/search';
export * as company from './generated/heliograph/company/v1/company';
export * as ledger from './generated/heliograph/ledger/v1/ledger';
export * as rpc from './generated/heliograph/rpc/v1/multiplex';
export * as metering from './generated/heliograph/metering/v1/metering';
export * as usage from './generated/heliograph/usage/v1/usage';
export * as health from './generated/grpc/health/v1/health';
export * as embedding from './generated/heliograph/embedding/v1/embedding';
export * as vectors from './generated/heliograph/vectors/v1/vectors';
export * as indexer from './generated/heliograph/indexer/v1/indexer';
export * as notifier from './generated/heliograph/notifier/v1/notifier';
export * as signals from './generated/heliograph/signals/v1/signals';

export * as signIn from './generated/heliograph/identity/v1/sign_in';
export * as cli from './generated/heliograph/identity/v1/cli';
export * as members from './generated/heliograph/identity/v1/members';
