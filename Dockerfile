# All images: one target for each program. docs/operations/images.md says how they are built, tagged, signed and verified.
#
#   docker build --target gateway --tag heliograph/gateway .
#
# scripts/image-tree.mjs carries these instructions out without Docker; it knows those used here, and that each RUN works below its
# working directory only.

# Where it is built, and whose Node the images run.
ARG BASE_IMAGE=node:24.22.3-bookworm-slim
# What the images are put on: glibc and libstdc++, and no shell, no package manager, no npm.
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian13:nonroot

FROM ${BASE_IMAGE} AS node

# What is built is for every platform, and packages bring their compiled code for all of them, so it is built on the builder's.
FROM --platform=$BUILDPLATFORM ${BASE_IMAGE} AS base
WORKDIR /repository
ENV CI=true DO_NOT_TRACK=1 TURBO_TELEMETRY_DISABLED=1 npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

# Of the repository: the programs, and the workspaces they need. PROGRAMS names fewer, for a quicker build of a single image.
FROM base AS prune
ARG PROGRAMS
COPY package-lock.json scripts/lib/images/lock-only-turbo.mjs ./
RUN node lock-only-turbo.mjs && npm ci --ignore-scripts
COPY . .
RUN node_modules/.bin/turbo prune $(printf '@heliograph/%s ' ${PROGRAMS:-admin $(ls services)}) --docker --out-dir=pruned

FROM base AS install
COPY --from=prune /repository/pruned/json/ ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts

FROM install AS build
COPY --from=prune /repository/pruned/full/ ./
COPY --from=prune /repository/CHANGELOG.md /repository/LICENSE /repository/tsconfig.base.json ./
COPY --from=prune /repository/docs/ docs/
COPY --from=prune /repository/sdks/ sdks/
RUN --mount=type=cache,target=/repository/.turbo/cache node_modules/.bin/turbo run build --output-logs=errors-only

# For skaffold dev: PROGRAM from its sources, which are copied in and reloaded when they change. It has a shell and tar.
FROM build AS development
RUN chown -R 65532:65532 packages programs services tools
USER 65532:65532
ARG PROGRAM
ENV PROGRAM=${PROGRAM}
ENTRYPOINT ["node", "tools/testing/programs/run-from-sources.cjs"]

# For each program what it needs to run, with the commit's time on every file and compiled code for the image's processors only.
FROM build AS trees
ARG SOURCE_DATE_EPOCH
ARG TARGETARCH
COPY --from=prune /repository/scripts/ scripts/
RUN node scripts/production-tree.mjs --all trees

# Nothing runs from here on: these images need no shell to be built, and no emulation for another platform.
FROM ${RUNTIME_IMAGE} AS runtime
ARG RUNTIME_IMAGE
ARG CREATED
ARG REVISION
ARG SOURCE
ARG VERSION
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/LICENSE /usr/share/doc/nodejs/copyright
WORKDIR /app
USER 65532:65532
ENV NODE_ENV=production PATH=/usr/local/bin:/usr/bin:/bin
LABEL org.opencontainers.image.base.name=${RUNTIME_IMAGE} \
      org.opencontainers.image.created=${CREATED} \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.revision=${REVISION} \
      org.opencontainers.image.source=${SOURCE} \
      org.opencontainers.image.vendor=Heliograph \
      org.opencontainers.image.version=${VERSION}

# From charts/heliograph/programs.yaml, by scripts/programs.mjs.
# made: targets
FROM runtime AS admin
LABEL org.opencontainers.image.title=heliograph-admin \
      org.opencontainers.image.description="What operators run: migrations, accounts, imports, checks"
COPY --from=trees /repository/trees/admin/ ./
ENTRYPOINT ["node", "programs/admin/dist/main.js"]

FROM runtime AS company
LABEL org.opencontainers.image.title=heliograph-company \
      org.opencontainers.image.description="Company details, identification, and filter options"
COPY --from=trees /repository/trees/company/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/company/dist/main.js"]

FROM runtime AS dashboard
LABEL org.opencontainers.image.title=heliograph-dashboard \
      org.opencontainers.image.description="The web application, sign-in, payments, and the documentation"
COPY --from=trees /repository/trees/dashboard/ ./
EXPOSE 8081 9464
ENTRYPOINT ["node", "services/dashboard/dist/main.js"]

FROM runtime AS embedding
LABEL org.opencontainers.image.title=heliograph-embedding \
      org.opencontainers.image.description="Vectors from texts, by the model inside or a provider"
ENV MALLOC_TRIM_THRESHOLD_=131072
COPY --from=trees /repository/trees/embedding/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/embedding/dist/main.js"]

FROM runtime AS gateway
LABEL org.opencontainers.image.title=heliograph-gateway \
      org.opencontainers.image.description="The public HTTP interface"
COPY --from=trees /repository/trees/gateway/ ./
EXPOSE 8080 9464
ENTRYPOINT ["node", "--initial-old-space-size=128", "services/gateway/dist/main.js"]

FROM runtime AS identity
LABEL org.opencontainers.image.title=heliograph-identity \
      org.opencontainers.image.description="Accounts, keys, sessions, and sign-in"
COPY --from=trees /repository/trees/identity/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/identity/dist/main.js"]

FROM runtime AS indexer
LABEL org.opencontainers.image.title=heliograph-indexer \
      org.opencontainers.image.description="Publishes changes, and keeps the search and vector indexes current"
COPY --from=trees /repository/trees/indexer/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/indexer/dist/main.js"]

FROM runtime AS ledger
LABEL org.opencontainers.image.title=heliograph-ledger \
      org.opencontainers.image.description="Balances, charges, and usage events"
COPY --from=trees /repository/trees/ledger/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "--initial-old-space-size=128", "services/ledger/dist/main.js"]

FROM runtime AS metering
LABEL org.opencontainers.image.title=heliograph-metering \
      org.opencontainers.image.description="Usage by day and month, from the events of the ledger"
COPY --from=trees /repository/trees/metering/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/metering/dist/main.js"]

FROM runtime AS notifier
LABEL org.opencontainers.image.title=heliograph-notifier \
      org.opencontainers.image.description="Saved searches, and webhooks and email that tell of what matches them"
COPY --from=trees /repository/trees/notifier/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/notifier/dist/main.js"]

FROM runtime AS search
LABEL org.opencontainers.image.title=heliograph-search \
      org.opencontainers.image.description="Keyword, structured, and semantic search"
COPY --from=trees /repository/trees/search/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "--initial-old-space-size=128", "services/search/dist/main.js"]

FROM runtime AS vectors
LABEL org.opencontainers.image.title=heliograph-vectors \
      org.opencontainers.image.description="The vector index of a small installation; others have Qdrant"
COPY --from=trees /repository/trees/vectors/ ./
EXPOSE 50051 9464
ENTRYPOINT ["node", "services/vectors/dist/main.js"]
# end
