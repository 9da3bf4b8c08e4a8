{{/*
The keys that services, and heliograph-admin as in the notes, read from the shared Secret: required and optional, by
their names in secrets.keys. Only those who let heliograph-admin reach PostgreSQL must give it the catalog's URL.
*/}}
{{- define "heliograph.sharedKeys" -}}
{{- $required := values (include "heliograph.adminCaller" . | fromYaml) -}}
{{- $optional := list -}}
{{- if .Values.networkPolicy.admin -}}
{{- $required = append $required "DATABASE_URL_CATALOG" -}}
{{- else -}}
{{- $optional = append $optional "DATABASE_URL_CATALOG" -}}
{{- end -}}
{{- range $service := include "heliograph.services" . | fromYaml | values -}}
{{- if not $service.existingSecret -}}
{{- $environment := include "heliograph.serviceEnvironment" (dict "root" $ "service" $service) | fromYaml -}}
{{- $required = concat $required (values $environment.secrets) -}}
{{- $optional = concat $optional (values $environment.optionalSecrets) -}}
{{- end -}}
{{- end -}}
{{- dict "required" ($required | uniq | sortAlpha) "optional" ($optional | uniq | sortAlpha) | toYaml -}}
{{- end }}

{{/* A key's place in the external store; nothing when the values do not set it. Takes root, key, and isOptional. */}}
{{- define "heliograph.remoteRef" -}}
{{- $external := .root.Values.externalSecrets -}}
{{- with get $external.remoteKeys .key -}}
{{- toYaml . -}}
{{- else -}}
{{- if and $external.remoteKey (not .isOptional) -}}
{{- dict "key" $external.remoteKey "property" .key | toYaml -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The resource that creates one Secret. Takes root, target (its name), required, and optional keys. */}}
{{- define "heliograph.externalSecretSpec" -}}
{{- $root := .root -}}
{{- $external := .root.Values.externalSecrets -}}
refreshInterval: {{ $external.refreshInterval }}
secretStoreRef:
  {{- toYaml $external.secretStoreRef | nindent 2 }}
target:
  name: {{ .target | quote }}
  creationPolicy: Owner
data:
  {{- range $isOptional, $keys := dict "false" .required "true" .optional }}
  {{- range $key := $keys }}
  {{- with include "heliograph.remoteRef" (dict "root" $root "key" $key "isOptional" (eq $isOptional "true")) }}
  - secretKey: {{ get $root.Values.secrets.keys $key | default $key | quote }}
    remoteRef:
      {{- . | nindent 6 }}
  {{- end }}
  {{- end }}
  {{- end }}
{{- end }}
