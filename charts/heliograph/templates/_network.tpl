{{/* Pods of a program of this release. Takes root and component. */}}
{{- define "heliograph.peer" -}}
- podSelector:
    matchLabels:
      {{- include "heliograph.selector" . | nindent 6 }}
{{- end }}

{{/* A rule out of the release. Takes ports (or ranges of them), to (peers; everywhere without any) and perhaps protocols. */}}
{{- define "heliograph.egress" -}}
{{- $protocols := .protocols | default (list "TCP") -}}
- ports:
    {{- range $port := .ports }}
    {{- $range := splitList "-" (toString $port) }}
    {{- range $protocols }}
    - port: {{ first $range }}
      {{- if rest $range }}
      endPort: {{ last $range }}
      {{- end }}
      protocol: {{ . }}
    {{- end }}
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/*
Addresses in the values whose port no rule out of the release has, one a line. No error: rules apply behind Services,
which may lead to another port.
*/}}
{{- define "heliograph.closedAddresses" -}}
{{- $values := .Values -}}
{{- $isRemote := has $values.embedding.provider (list "gemini" "openai") -}}
{{- $https := list ($values.signIn.backChannelUrl | default $values.signIn.issuerUrl) (ternary $values.embedding.url "" $isRemote) -}}
{{- $addresses := dict "https" $https "kafka" (include "heliograph.brokers" . | splitList ",") "opensearch" (splitList "," $values.opensearch.url) "otlp" (list $values.telemetry.otlpEndpoint) "prometheus" (list $values.monitoring.prometheusUrl) "qdrant" (list $values.qdrant.url) -}}
{{- range $name, $list := $addresses -}}
{{- range compact $list -}}
{{- $address := trim . -}}
{{- $host := regexReplaceAll "^[a-z]+://|[/?#].*$" $address "" -}}
{{- $port := regexFind ":[0-9]+$" $host | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" $address)) | int -}}
{{- $isOpen := false -}}
{{- range (index $values.networkPolicy.egress $name).ports -}}
{{- $range := splitList "-" (toString .) -}}
{{- if and (ge $port (first $range | int)) (le $port (last $range | int)) }}{{ $isOpen = true }}{{ end -}}
{{- end -}}
{{- if not $isOpen }}
networkPolicy.egress.{{ $name }}.ports lacks {{ $port }}, for {{ $address }}: pods cannot connect, unless a Service leads to a port that is listed.
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
