{{/*
Containers' environment. Values are part of the pod's specification, so a change makes new pods; secrets are references,
one per key that the program reads.
*/}}

{{/* Variables of every program. Takes root and resources (of the container). */}}
{{- define "heliograph.commonVariables" -}}
NODE_ENV: {{ .root.Values.environment }}
{{- with include "heliograph.heapMegabytes" (.resources | default dict) }}
NODE_OPTIONS: --max-old-space-size={{ . }}
{{- end }}
{{- if include "heliograph.hasAuthorities" .root }}
NODE_EXTRA_CA_CERTS: /etc/heliograph/certificate-authorities/ca.crt
{{- end }}
{{- end }}

{{/* Variables of every service. Takes root and service. */}}
{{- define "heliograph.serviceVariables" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{ include "heliograph.commonVariables" (dict "root" $root "resources" .service.resources) }}
LOG_LEVEL: {{ .service.logLevel | default $values.logLevel }}
METRICS_HOST: {{ $values.listenHost | quote }}
METRICS_PORT: 9464
SHUTDOWN_TIMEOUT_MS: {{ mul $values.shutdown.timeoutSeconds 1000 }}
{{- if not .service.port }}
RPC_ADDRESS: {{ include "heliograph.listen" (dict "root" $root "port" 50051) | quote }}
{{- end }}
{{- range .service.calls }}
{{ upper . }}_ADDRESS: {{ include "heliograph.rpcAddress" (dict "root" $root "name" .) }}
{{- end }}
{{- if include "heliograph.isTraced" . }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ $values.telemetry.otlpEndpoint | quote }}
OTEL_TRACES_SAMPLER: {{ $values.telemetry.sampler }}
OTEL_TRACES_SAMPLER_ARG: {{ $values.telemetry.sampleRatio | quote }}
{{- end }}
{{- end }}

{{/* Not empty when a service sends traces: where all do, or where its own settings say. Takes root and service. */}}
{{- define "heliograph.isTraced" -}}
{{- .root.Values.telemetry.otlpEndpoint | default (dig "settings" "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" "" .service) -}}
{{- end }}

{{/*
A service's whole environment: variables (name to value), secrets and optionalSecrets (name to key). Takes root and
service.
*/}}
{{- define "heliograph.serviceEnvironment" -}}
{{- $variables := include "heliograph.serviceVariables" . | fromYaml -}}
{{- $secrets := include "heliograph.sharedSecret" .root | fromYaml -}}
{{- if .service.calls }}{{ $_ := set $secrets "CALLER_KEY" (printf "CALLER_KEY_%s" (upper .service.name)) }}{{ end -}}
{{- if not .service.port }}{{ $_ := set $secrets "CALLER_PUBLIC_KEYS" "CALLER_PUBLIC_KEYS" }}{{ end -}}
{{- $optional := dict -}}
{{- $outside := include "heliograph.outside" .root | fromYaml -}}
{{- $sources := list .service -}}
{{- range .service.uses }}{{ $sources = append $sources (index $outside .) }}{{ end -}}
{{- range $sources -}}
{{- $variables = merge $variables (.variables | default dict) -}}
{{- $secrets = merge $secrets (.secrets | default dict) -}}
{{- $optional = merge $optional (.optionalSecrets | default dict) -}}
{{- end -}}
{{- $variables = merge $variables (.service.settings | default dict) -}}
{{- dict "variables" $variables "secrets" $secrets "optionalSecrets" $optional | toYaml -}}
{{- end }}

{{/* The secrets by which heliograph-admin proves its name. */}}
{{- define "heliograph.adminCaller" -}}
CALLER_KEY: CALLER_KEY_ADMIN
{{ include "heliograph.sharedSecret" . }}
{{- end }}

{{/* The secrets by which programs of earlier releases know each other. */}}
{{- define "heliograph.sharedSecret" -}}
{{- if .Values.secrets.sharedSecret -}}
INTERNAL_SECRET: INTERNAL_SECRET
{{- end -}}
{{- end }}

{{/*
An environment as a container's; variables without a value are omitted, because programs treat both alike. Takes root,
the environment as above, secretName, and optionally secretNames (of keys that are elsewhere) and extra (Kubernetes
entries).
*/}}
{{- define "heliograph.env" -}}
{{- $call := . -}}
{{- range $name, $value := .environment.variables }}
{{- $text := kindIs "invalid" $value | ternary "" (include "heliograph.text" $value) }}
{{- if ne $text "" }}
- name: {{ $name }}
  value: {{ $text | quote }}
{{- end }}
{{- end }}
{{- range $isOptional := list false true }}
{{- range $name, $key := ternary $call.environment.optionalSecrets $call.environment.secrets $isOptional }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ get ($call.secretNames | default dict) $key | default $call.secretName | quote }}
      key: {{ get $call.root.Values.secrets.keys $key | default $key | quote }}
      {{- if $isOptional }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- with .extra }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A program's Secret: its own, or else the shared one. Takes root and own (a name, may be empty). */}}
{{- define "heliograph.secretName" -}}
{{- .own | default .root.Values.secrets.existingSecret | default (include "heliograph.fullname" .root) -}}
{{- end }}

{{- define "heliograph.hasAuthorities" -}}
{{- with .Values.certificateAuthorities }}{{ if or .configMap .secret }}true{{ end }}{{ end -}}
{{- end }}

{{/*
Two thirds of a memory limit, in MiB; the rest is for young objects, buffers, code and stacks. Empty without a limit.
*/}}
{{- define "heliograph.heapMegabytes" -}}
{{- with dig "limits" "memory" "" . -}}
{{- $quantity := include "heliograph.text" . -}}
{{- $unit := regexFind "[A-Za-z]*$" $quantity -}}
{{- $mebibytes := dict "Ki" 0.0009765625 "Mi" 1.0 "Gi" 1024.0 "Ti" 1048576.0 "k" 0.00095367 "M" 0.95367 "G" 953.67 "T" 953674.0 "" 0.00000095367 -}}
{{- mulf (trimSuffix $unit $quantity | float64) (get $mebibytes $unit) 0.667 | floor | int64 -}}
{{- end -}}
{{- end }}
