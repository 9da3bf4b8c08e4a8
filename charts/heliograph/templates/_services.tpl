{{/*
Facts about each service in a cluster: from programs.yaml, overridden by those that depend on values.

  reaches          programs that the network lets it reach without an address of theirs in its environment.
  variables        environment variables, besides those of every service.
  storage          a volume that a pod's containers keep as long as the pod lives: path and megabytes.
*/}}
{{- define "heliograph.facts" -}}
{{- $facts := dict -}}
{{- range $name, $program := .Files.Get "programs.yaml" | fromYaml -}}
{{- if not (or $program.isCommand $program.isLocal) -}}
{{- $calls := $program.calls | default list -}}
{{- $secrets := $program.secrets | default dict -}}
{{- with $program.role }}{{ $secrets = merge $secrets (dict "DATABASE_URL" (printf "DATABASE_URL_%s" (upper .))) }}{{ end -}}
{{- $_ := set $facts $name (merge (dict "calls" $calls "secrets" $secrets) (pick $program "port" "role" "uses" "optionalSecrets" "consumes")) -}}
{{- end -}}
{{- end -}}
{{- range $name, $fact := $facts -}}
{{- $calls := list -}}
{{- range $fact.calls }}{{ if hasKey $facts . }}{{ $calls = append $calls . }}{{ end }}{{ end -}}
{{- $_ := set $fact "calls" $calls -}}
{{- end -}}
{{- mergeOverwrite $facts (include "heliograph.chosen" . | fromYaml) | toYaml -}}
{{- end }}

{{/* What depends on values, as in "heliograph.facts". */}}
{{- define "heliograph.chosen" -}}
{{- $signIn := include "heliograph.signIn" . | fromYaml -}}
gateway:
  variables:
    GATEWAY_HOST: {{ .Values.listenHost | quote }}
    GATEWAY_PORT: 8080
    ALLOWED_HOSTS: {{ include "heliograph.allowedHosts" (dict "root" . "name" "gateway" "host" "api") | quote }}
    {{- include "heliograph.publicVariables" . | nindent 4 }}
dashboard:
  {{- $uses := list "redis" }}
  {{- if eq .Values.payments.provider "stripe" }}{{ $uses = append $uses "https" }}{{ end }}
  {{- if .Values.monitoring.prometheusUrl }}{{ $uses = append $uses "prometheus" }}{{ end }}
  uses: {{ $uses | toJson }}
  variables:
    DASHBOARD_HOST: {{ .Values.listenHost | quote }}
    DASHBOARD_PORT: 8081
    ALLOWED_HOSTS: {{ include "heliograph.allowedHosts" (dict "root" . "name" "dashboard" "host" "dashboard") | quote }}
    {{- include "heliograph.publicVariables" . | nindent 4 }}
    PAYMENT_PROVIDER: {{ .Values.payments.provider }}
    DEVELOPMENT_ISSUER: {{ .Values.signIn.developmentIssuer }}
    {{- if .Values.signIn.developmentIssuer }}
    OIDC_CLIENT_ID: {{ $signIn.clientId | quote }}
    {{- end }}
  {{- if or .Values.signIn.developmentIssuer (eq .Values.payments.provider "stripe") }}
  secrets:
    {{- if .Values.signIn.developmentIssuer }}
    OIDC_CLIENT_SECRET: OIDC_CLIENT_SECRET
    {{- end }}
    {{- if eq .Values.payments.provider "stripe" }}
    STRIPE_SECRET_KEY: STRIPE_SECRET_KEY
    STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET
    {{- end }}
  {{- end }}
identity:
  {{- if .Values.signIn.developmentIssuer }}
  reaches: [dashboard]
  secrets: {OIDC_CLIENT_SECRET: OIDC_CLIENT_SECRET}
  {{- end }}
  {{- if .Values.signIn.issuerUrl }}
  uses: [postgresql, https]
  # A public client has none.
  optionalSecrets: {OIDC_CLIENT_SECRET: OIDC_CLIENT_SECRET}
  {{- end }}
  variables:
    DASHBOARD_URL: {{ .Values.urls.dashboard | quote }}
    OIDC_ISSUER_URL: {{ $signIn.issuerUrl | quote }}
    OIDC_CLIENT_ID: {{ $signIn.clientId | quote }}
    OIDC_SCOPES: {{ .Values.signIn.scopes | quote }}
    OIDC_TRUST_EMAIL: {{ .Values.signIn.trustEmail | quote }}
    OIDC_OPERATOR_CLAIM: {{ $signIn.operatorClaim | quote }}
    OIDC_OPERATOR_VALUE: {{ $signIn.operatorValue | quote }}
    OIDC_BACK_CHANNEL_URL: {{ $signIn.backChannelUrl | quote }}
notifier:
  {{- if .Values.mail.from }}
  uses: [postgresql, kafka, webhooks, smtp]
  {{- end }}
  variables:
    DASHBOARD_URL: {{ .Values.urls.dashboard | quote }}
{{- /* A key without anything would be null, and overwrite all that programs.yaml says. */}}
{{- if or .Values.opensearch.url .Values.checkpoint.megabytes }}
search:
  {{- if .Values.opensearch.url }}
  uses: [postgresql, qdrant, opensearch]
  {{- end }}
  {{- if and .Values.opensearch.url .Values.opensearch.answersSearches }}
  variables:
    SEARCH_ENGINE: opensearch
  {{- else if .Values.checkpoint.megabytes }}
  storage:
    path: /var/lib/heliograph
    megabytes: {{ .Values.checkpoint.megabytes }}
  variables:
    CHECKPOINT_DIRECTORY: /var/lib/heliograph/search
    CHECKPOINT_DIRECTORY_MB: {{ .Values.checkpoint.megabytes }}
  {{- end }}
{{- end }}
{{- if .Values.opensearch.url }}
indexer:
  uses: [postgresql, kafka, qdrant, opensearch]
{{- end }}
embedding:
  variables:
    EMBEDDING_PROVIDER: {{ .Values.embedding.provider }}
    EMBEDDING_MODEL: {{ .Values.embedding.model | quote }}
    EMBEDDING_URL: {{ .Values.embedding.url | quote }}
    EMBEDDING_DIMENSIONS: {{ .Values.embedding.dimensions }}
  {{- if has .Values.embedding.provider (list "gemini" "openai") }}
  uses: [redis, https]
  # A self-hosted server may need none.
  {{ ternary "optionalSecrets" "secrets" (not (empty .Values.embedding.url)) }}: {EMBEDDING_API_KEY: EMBEDDING_API_KEY}
  {{- end }}
{{- end }}

{{/* What using something outside the chart adds to an environment. */}}
{{- define "heliograph.outside" -}}
postgresql: {}
redis:
  secrets: {REDIS_URL: REDIS_URL}
kafka:
  variables:
    KAFKA_BROKERS: {{ include "heliograph.brokers" . | quote }}
    KAFKA_TOPIC_PREFIX: {{ .Values.kafka.topicPrefix | quote }}
    KAFKA_TLS: {{ .Values.kafka.tls }}
    KAFKA_SASL_MECHANISM: {{ .Values.kafka.saslMechanism | quote }}
    EVENT_TOPIC_PARTITIONS: {{ .Values.kafka.partitions }}
    EVENT_TOPIC_REPLICATION: {{ .Values.kafka.replication }}
  {{- if .Values.kafka.saslMechanism }}
  secrets: {KAFKA_SASL_USERNAME: KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: KAFKA_SASL_PASSWORD}
  {{- end }}
qdrant:
  variables:
    QDRANT_URL: {{ .Values.qdrant.url | quote }}
    QDRANT_COLLECTION_PREFIX: {{ .Values.qdrant.collectionPrefix | quote }}
  optionalSecrets: {QDRANT_API_KEY: QDRANT_API_KEY}
opensearch:
  variables:
    OPENSEARCH_URL: {{ .Values.opensearch.url | quote }}
    OPENSEARCH_INDEX_PREFIX: {{ .Values.opensearch.indexPrefix | quote }}
  optionalSecrets: {OPENSEARCH_USERNAME: OPENSEARCH_USERNAME, OPENSEARCH_PASSWORD: OPENSEARCH_PASSWORD}
https: {}
webhooks: {}
smtp:
  variables:
    MAIL_FROM: {{ .Values.mail.from | quote }}
  secrets: {SMTP_URL: SMTP_URL}
# For the operator console.
prometheus:
  variables:
    PROMETHEUS_URL: {{ .Values.monitoring.prometheusUrl | quote }}
{{- end }}

{{/* Programs of the chart that are not services, as in "heliograph.facts". */}}
{{- define "heliograph.jobs" -}}
{{- if .Values.migrations.enabled }}
migrations:
  uses: [postgresql]
{{- end }}
{{- if .Values.tests.enabled }}
smoke-test:
  calls: [identity, ledger]
  reaches: [gateway]
{{- end }}
{{- if .Values.networkPolicy.admin }}
admin:
  calls: [identity, ledger, metering, indexer]
  uses: [postgresql]
{{- end }}
{{- end }}

{{/* Settings of both public services about how clients reach them. */}}
{{- define "heliograph.publicVariables" -}}
API_URL: {{ .Values.urls.api | quote }}
DASHBOARD_URL: {{ .Values.urls.dashboard | quote }}
EARLIEST_ACTIVITY_DATE: {{ .Values.earliestActivityDate | quote }}
TRUSTED_PROXIES: {{ include "heliograph.trustedProxies" . }}
# A pod has left its Service's endpoints when it is told to stop, but an Ingress keeps connections to it: each ends with
# its next response, for which it has this long. Part of terminationGracePeriodSeconds.
DRAIN_DELAY_MS: 3000
{{- end }}

{{/*
Host names of a public service: its Service in the cluster, Ingress and routes, and additional ones; it knows that of
`urls`. Takes root, name (of the service), and host (key of the host in ingress and gatewayApi).
*/}}
{{- define "heliograph.allowedHosts" -}}
{{- $values := .root.Values -}}
{{- $service := printf "%s-%s" (include "heliograph.fullname" .root) .name -}}
{{- $inCluster := printf "%s.%s.svc" $service .root.Release.Namespace -}}
{{- $hosts := list $service (trimSuffix ".svc" $inCluster) $inCluster (printf "%s.%s" $inCluster $values.clusterDomain) -}}
{{- range list $values.ingress $values.gatewayApi -}}
{{- if .enabled }}{{ $hosts = append $hosts (index . $.host).host }}{{ end -}}
{{- end -}}
{{- concat $hosts ($values.allowedHosts | default list) | uniq | join "," -}}
{{- end }}

{{- define "heliograph.trustedProxies" -}}
{{- $behindOne := or .Values.ingress.enabled .Values.gatewayApi.enabled -}}
{{- kindIs "invalid" .Values.trustedProxies | ternary (ternary 1 0 $behindOne) .Values.trustedProxies -}}
{{- end }}

{{- define "heliograph.brokers" -}}
{{- kindIs "slice" .Values.kafka.brokers | ternary (.Values.kafka.brokers | join ",") .Values.kafka.brokers -}}
{{- end }}

{{/* How people sign in: with the issuer in the values, or the dashboard's own for development. */}}
{{- define "heliograph.signIn" -}}
{{- with .Values.signIn }}
{{- if .developmentIssuer }}
issuerUrl: {{ $.Values.urls.dashboard }}/development-issuer
clientId: {{ .clientId | default "heliograph-dashboard" | quote }}
operatorClaim: {{ .operatorClaim | default "roles" | quote }}
operatorValue: {{ .operatorValue | default "operator" | quote }}
# The dashboard's public address leads elsewhere from a pod.
backChannelUrl: {{ .backChannelUrl | default (printf "http://%s-dashboard:8081" (include "heliograph.fullname" $)) }}
{{- else }}
issuerUrl: {{ .issuerUrl | quote }}
clientId: {{ .clientId | quote }}
operatorClaim: {{ .operatorClaim | quote }}
operatorValue: {{ .operatorValue | quote }}
backChannelUrl: {{ .backChannelUrl | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* A complete service: its facts, and its values over serviceDefaults. Takes root and name. */}}
{{- define "heliograph.service" -}}
{{- $facts := index (include "heliograph.facts" .root | fromYaml) .name -}}
{{- $values := mergeOverwrite (deepCopy .root.Values.serviceDefaults) (index .root.Values.services .name | default dict) -}}
{{- merge (dict "name" .name "fullname" (printf "%s-%s" (include "heliograph.fullname" .root) .name)) $facts $values | toYaml -}}
{{- end }}

{{/* All of them, by name. */}}
{{- define "heliograph.services" -}}
{{- range $name, $_ := include "heliograph.facts" . | fromYaml }}
{{ $name }}:
  {{- include "heliograph.service" (dict "root" $ "name" $name) | nindent 2 }}
{{- end }}
{{- end }}
