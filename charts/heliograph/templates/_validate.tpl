{{/*
What a schema cannot check: required and contradictory settings. Every error is one sentence that names the value to
set; all are reported together.
*/}}
{{- define "heliograph.validate" -}}
{{- $errors := list -}}
{{- range splitList "\n" (include "heliograph.errors" .) -}}
{{- with trim . }}{{ $errors = append $errors . }}{{ end -}}
{{- end -}}
{{- with $errors -}}
{{- fail (printf "invalid values:\n  - %s\n" (join "\n  - " .)) -}}
{{- end -}}
{{- end }}

{{/* One error a line. */}}
{{- define "heliograph.errors" -}}
{{- $values := .Values }}
{{- $isProduction := ne .Values.environment "development" }}
{{- $services := include "heliograph.services" . | fromYaml }}

{{- $fullname := include "heliograph.fullname" . }}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $fullname) }}
{{ $fullname }} cannot be a prefix of Service names: choose a release name without dots that begins with a letter, or set fullnameOverride.
{{- end }}

{{- $safe := "^(https://|http://(localhost|127\\.[0-9.]+|\\[::1\\])(:|/|$))" }}
{{- with $values.urls }}
{{- if not .api }}
urls.api is missing: set it to where clients reach the API, such as https://api.example.com.
{{- end }}
{{- if not .dashboard }}
urls.dashboard is missing: set it to where browsers find the dashboard, such as https://dashboard.example.com.
{{- end }}
{{- range $name, $url := . }}
{{- if and $url (not (regexMatch $safe $url)) }}
urls.{{ $name }} is {{ $url }}: set it to an https URL, since browsers keep no session and clients send no key over plain http except to their own machine.
{{- end }}
{{- end }}
{{- end }}

{{- if not (or $values.secrets.existingSecret $values.externalSecrets.enabled) }}
secrets.existingSecret is missing: set it to the name of the Secret with the keys of secrets.keys (heliograph-admin kubernetes-secret prints one), or set externalSecrets.enabled to true.
{{- end }}
{{- with $values.externalSecrets }}
{{- if .enabled }}
{{- if not .secretStoreRef.name }}
externalSecrets.secretStoreRef.name is missing: set it to the name of a SecretStore or ClusterSecretStore.
{{- end }}
{{- $shared := include "heliograph.sharedKeys" $ | fromYaml }}
{{- $needed := $shared.required }}
{{- if and $values.migrations.enabled (not $values.migrations.existingSecret) }}
{{- $needed = concat $needed (include "heliograph.prepareSecrets" $ | fromYaml | values) | uniq | sortAlpha }}
{{- end }}
{{- $remoteKeys := .remoteKeys }}
{{- $unknown := list }}
{{- range $needed }}{{ if not (hasKey $remoteKeys .) }}{{ $unknown = append $unknown . }}{{ end }}{{ end }}
{{- if and $unknown (not .remoteKey) }}
externalSecrets.remoteKeys does not say where {{ join ", " $unknown }} {{ ternary "is" "are" (eq (len $unknown) 1) }}: set a key and property for each, or externalSecrets.remoteKey to the remote secret that has them as properties.
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $key := $values.secrets.keys }}
{{- if not $key }}
secrets.keys.{{ $name }} is empty: set it to the name of the key in the Secret; a key that no pod needs does no harm.
{{- end }}
{{- end }}
{{- with $values.certificateAuthorities }}
{{- if and .configMap .secret }}
certificateAuthorities.configMap and certificateAuthorities.secret are both set: set only the one with the bundle.
{{- end }}
{{- end }}

{{- if not (include "heliograph.brokers" .) }}
kafka.brokers is missing: set it to the bootstrap brokers, such as kafka-0.kafka:9092,kafka-1.kafka:9092.
{{- end }}
{{- if not $values.qdrant.url }}
qdrant.url is missing: set it to Qdrant's URL, such as http://qdrant:6333.
{{- end }}

{{- with $values.opensearch }}
{{- if and .answersSearches (not .url) }}
opensearch.answersSearches is true, but there is no OpenSearch: set opensearch.url, or opensearch.answersSearches to false.
{{- end }}
{{- end }}
{{- with $values.earliestActivityDate }}
{{- /* toDate makes an impossible date another one. Noon, since clocks that go forward may skip midnight. */}}
{{- if ne . (print . " 12" | toDate "2006-01-02 15" | date "2006-01-02") }}
earliestActivityDate is {{ . }}, which is not a calendar date: set it to a date, YYYY-MM-DD.
{{- end }}
{{- end }}

{{- with $values.signIn }}
{{- if and $isProduction .developmentIssuer }}
signIn.developmentIssuer is true, which lets anyone sign in as anyone: set signIn.issuerUrl and signIn.clientId instead, or environment to development.
{{- end }}
{{- if and .developmentIssuer .issuerUrl }}
signIn.issuerUrl is set, and so is signIn.developmentIssuer: set only the one that people sign in with.
{{- end }}
{{- if and $isProduction (not .developmentIssuer) (not .issuerUrl) }}
signIn.issuerUrl is missing: set it to the OpenID Connect issuer, exactly as it identifies itself, such as https://login.example.com/realms/customers.
{{- end }}
{{- if and .issuerUrl (not (regexMatch $safe .issuerUrl)) }}
signIn.issuerUrl is {{ .issuerUrl }}: set it to an https URL, since codes and secrets travel to it. Only signIn.backChannelUrl, which pods use instead, may be http.
{{- end }}
{{- if and (not .developmentIssuer) (not .clientId) (or $isProduction .issuerUrl) }}
signIn.clientId is missing: set it to the client that is registered with the issuer, with the redirect URI {{ $values.urls.dashboard | default "https://dashboard.example.com" }}/auth/callback.
{{- end }}
{{- if ne (empty .operatorClaim) (empty .operatorValue) }}
signIn.operatorClaim and signIn.operatorValue belong together: set both, or neither.
{{- end }}
{{- end }}

{{- if and $isProduction (not $values.readOnlyRootFilesystem) }}
readOnlyRootFilesystem is false, which is for development: leave it out, or set environment to development.
{{- end }}
{{- if and $isProduction (eq $values.payments.provider "development") }}
payments.provider is development, which gives balance away: set it to stripe or none, or environment to development.
{{- end }}
{{- with $values.embedding }}
{{- if and (has .provider (list "local" "none")) (or .model .url .dimensions) }}
embedding.model, embedding.url, and embedding.dimensions apply only to gemini and openai: leave them empty with embedding.provider {{ .provider }}.
{{- end }}
{{- end }}

{{- if eq (toString $values.image.tag) "latest" }}
image.tag is latest, which says nothing about what runs: set it to a version, or leave it empty for {{ .Chart.AppVersion }}.
{{- end }}

{{- with $values.shutdown }}
{{- $gateway := $services.gateway.settings | default dict }}
{{- $longest := add ($gateway.SEARCH_TIMEOUT_MS | default 5000) ($gateway.CHARGE_TIMEOUT_MS | default 4000) }}
{{- if le (mul .timeoutSeconds 1000) $longest }}
shutdown.timeoutSeconds is {{ .timeoutSeconds }}, but a request may take {{ $longest }} ms (SEARCH_TIMEOUT_MS and CHARGE_TIMEOUT_MS of the gateway): set it higher, so that a stopping pod finishes its requests.
{{- end }}
{{- end }}

{{- $known := keys $services | sortAlpha | join ", " }}
{{- range $name, $_ := $values.services }}
{{- if not (hasKey $services $name) }}
services.{{ $name }} is not a service: the services are {{ $known }}.
{{- end }}
{{- end }}
{{- /* Helm treats null as removing the chart's default: the key is gone before any template sees it. */}}
{{- range $name, $_ := $services }}
{{- if not (hasKey $values.services $name) }}
services.{{ $name }} is null: leave it out to keep the chart's defaults, or set what should differ.
{{- else if not (hasKey (get $values.services $name) "settings") }}
services.{{ $name }}.settings is null: leave it out to keep the chart's settings, or set it to names and values of settings.
{{- end }}
{{- end }}
{{- range $name, $_ := $values.image.references }}
{{- if and (ne $name "admin") (not (hasKey $services $name)) }}
image.references.{{ $name }} is not a program: the programs are admin, {{ $known }}.
{{- end }}
{{- end }}
{{- range $name, $service := $services }}
{{- if and $service.keda (not $service.consumes) }}
services.{{ $name }}.keda is set, but {{ $name }} consumes no events: set services.{{ $name }}.autoscaling.
{{- end }}
{{- with $service.autoscaling }}
{{- if .enabled }}
{{- if include "heliograph.isScaledByLag" (dict "root" $ "service" $service) }}
services.{{ $name }} is scaled by an HPA and by KEDA, which would fight: set services.{{ $name }}.autoscaling.enabled or services.{{ $name }}.keda.enabled to false.
{{- end }}
{{- if lt (.maxReplicas | int) (.minReplicas | int) }}
services.{{ $name }}.autoscaling.maxReplicas is less than minReplicas: set it to {{ .minReplicas }} or more.
{{- end }}
{{- if not (or .targetCpu .targetRequestsInFlight) }}
services.{{ $name }}.autoscaling has no target: set targetCpu (percent of the request), targetRequestsInFlight (of a pod), or both.
{{- end }}
{{- if and .targetCpu (not (dig "requests" "cpu" "" ($service.resources | default dict))) }}
services.{{ $name }}.autoscaling.targetCpu is a share of the CPU that is requested: set services.{{ $name }}.resources.requests.cpu.
{{- end }}
{{- end }}
{{- end }}
{{- if include "heliograph.isScaledByLag" (dict "root" $ "service" $service) }}
{{- if lt ($service.keda.maxReplicas | int) ($service.keda.minReplicas | int) }}
services.{{ $name }}.keda.maxReplicas is less than minReplicas: set it to {{ $service.keda.minReplicas }} or more.
{{- end }}
{{- end }}
{{- range $label, $_ := $service.podLabels }}
{{- if has $label (list "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" "app.kubernetes.io/part-of") }}
services.{{ $name }}.podLabels has {{ $label }}, by which the chart knows its pods: leave it out, or use another label.
{{- end }}
{{- end }}
{{- $environment := include "heliograph.serviceEnvironment" (dict "root" $ "service" $service) | fromYaml }}
{{- $extra := list }}
{{- range $service.extraEnv }}
{{- if or (hasKey $environment.variables .name) (hasKey $environment.secrets .name) (hasKey $environment.optionalSecrets .name) }}
services.{{ $name }}.extraEnv has {{ .name }}, which is set by other values: leave it out there, and set the value that it comes from.
{{- end }}
{{- if has .name $extra }}
services.{{ $name }}.extraEnv has {{ .name }} twice: leave one out.
{{- end }}
{{- $extra = append $extra .name }}
{{- end }}
{{- end }}

{{- range $kind, $entry := dict "ingress" $values.ingress "gatewayApi" $values.gatewayApi }}
{{- if $entry.enabled }}
{{- range $part, $url := $values.urls }}
{{- if not (index $entry $part).host }}
{{ $kind }}.{{ $part }}.host is missing: set it to the host of urls.{{ $part }}{{ with $url }}, {{ (urlParse .).hostname }}{{ end }}.
{{- end }}
{{- end }}
{{- if and $entry.api.host (eq $entry.api.host $entry.dashboard.host) }}
{{ $kind }}.api.host and {{ $kind }}.dashboard.host are both {{ $entry.api.host }}: set them to different hosts, since both serve all paths.
{{- end }}
{{- end }}
{{- end }}
{{- with $values.ingress }}
{{- if .enabled }}
{{- $covered := list }}
{{- range .tls }}{{ $covered = concat $covered (.hosts | default list) }}{{ end }}
{{- if and $isProduction (not .tls) (not .tlsTerminatedElsewhere) }}
ingress.tls is missing, so that keys and sessions would travel in the clear: set it to the Secrets with the certificates, or set ingress.tlsTerminatedElsewhere to true where a load balancer in front has them.
{{- end }}
{{- if .tls }}
{{- range list .api.host .dashboard.host }}
{{- if and . (not (has . $covered)) (not (has (regexReplaceAll "^[^.]+" . "*") $covered)) }}
ingress.tls has no certificate for {{ . }}: add that host to the hosts of one of its entries.
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- with $values.gatewayApi }}
{{- if .enabled }}
{{- if eq .gateway.create (not (empty .parentRefs)) }}
gatewayApi needs a Gateway: set gatewayApi.parentRefs to an existing one, or gatewayApi.gateway.create to true, and not both.
{{- end }}
{{- if .gateway.create }}
{{- if not .gateway.className }}
gatewayApi.gateway.className is missing: set it to a GatewayClass of the cluster.
{{- end }}
{{- if not (and .gateway.tls.api .gateway.tls.dashboard) }}
gatewayApi.gateway.tls is missing: set api and dashboard to the Secrets with the certificates of both hosts.
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- range $name, $rule := $values.networkPolicy.egress }}
{{- range $rule.ports }}
{{- $range := splitList "-" (toString .) }}
{{- if or (lt (last $range | int) (first $range | int)) (gt (last $range | int) 65535) }}
networkPolicy.egress.{{ $name }}.ports has {{ . }}: set it to a port or a range of ports from 1 to 65535, the lower one first.
{{- end }}
{{- end }}
{{- end }}

{{- if and $values.networkPolicy.enabled $values.monitoring.serviceMonitor.enabled (not $values.networkPolicy.metricsFrom) }}
networkPolicy.metricsFrom is missing, so that Prometheus would be kept out although monitoring.serviceMonitor is enabled: set it to the peers that scrape, such as the namespace of Prometheus.
{{- end }}
{{- end }}
