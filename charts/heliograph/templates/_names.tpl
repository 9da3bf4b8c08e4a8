{{/* Names, labels, addresses and images. */}}

{{/* The value of app.kubernetes.io/name. */}}
{{- define "heliograph.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/*
Prefix of every name: the release, and the chart unless the release contains its name. Leaves room for what follows.
*/}}
{{- define "heliograph.fullname" -}}
{{- $name := include "heliograph.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- .Values.fullnameOverride | default $full | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Selector labels; they can never change. Takes root and, unless it means the whole release, component. */}}
{{- define "heliograph.selector" -}}
app.kubernetes.io/name: {{ include "heliograph.name" .root | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* Labels of every object. Takes root and component. */}}
{{- define "heliograph.labels" -}}
{{ include "heliograph.selector" . }}
app.kubernetes.io/part-of: heliograph
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimAll "-_." }}
{{- end }}

{{/*
Name, namespace, and labels of an object, for `metadata`. Takes root, component, and optionally a suffix for the name.
*/}}
{{- define "heliograph.metadata" -}}
name: "{{ include "heliograph.fullname" .root }}{{ with .suffix }}-{{ . }}{{ end }}"
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- include "heliograph.labels" . | nindent 2 }}
{{- end }}

{{/* A fully qualified name: the trailing dot keeps search domains out. Takes root and name. */}}
{{- define "heliograph.host" -}}
{{ include "heliograph.fullname" .root }}-{{ .name }}.{{ .root.Release.Namespace }}.svc.{{ .root.Values.clusterDomain }}.
{{- end }}

{{/*
The gRPC address of a service: the headless Service's name resolves to all ready pods, and callers spread over them.
*/}}
{{- define "heliograph.rpcAddress" -}}
dns:///{{ include "heliograph.host" . }}:50051
{{- end }}

{{/* Where a port listens. Takes root and port. */}}
{{- define "heliograph.listen" -}}
{{- $host := .root.Values.listenHost -}}
{{- ternary (printf "[%s]" $host) $host (contains ":" $host) }}:{{ .port -}}
{{- end }}

{{/* Takes root, name (of the program) and digest, which may be empty. */}}
{{- define "heliograph.image" -}}
{{- $image := .root.Values.image -}}
{{- with get $image.references .name -}}
{{- . -}}
{{- else -}}
{{- with $image.registry }}{{ . }}/{{ end }}{{ $image.repository }}/{{ .name }}
{{- if .digest }}@{{ .digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{/* A value as text: whole numbers without an exponent. */}}
{{- define "heliograph.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}
