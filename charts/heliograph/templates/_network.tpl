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
