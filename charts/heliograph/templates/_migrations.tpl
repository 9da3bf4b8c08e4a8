{{/*
Hooks, since they run before anything else in the release is created or changed. What is created here is deleted
afterwards, except the Job, for its log.
*/}}
{{- define "heliograph.migrationHook" -}}
annotations:
  helm.sh/hook: pre-install,pre-upgrade
  helm.sh/hook-weight: {{ . | quote }}
  helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{/* The Secret with the administrator's URL. */}}
{{- define "heliograph.migrationSecret" -}}
{{- $fallback := ternary (printf "%s-migrations" (include "heliograph.fullname" .)) "" .Values.externalSecrets.enabled -}}
{{- include "heliograph.secretName" (dict "root" . "own" (.Values.migrations.existingSecret | default $fallback)) -}}
{{- end }}

{{/*
The Secrets of migrations by key: the roles' URLs are in those of their services, unless External Secrets makes these,
which is only after the first migration. Without an entry, a key is in the administrator's Secret then, or else in the shared one.
*/}}
{{- define "heliograph.migrationSecretNames" -}}
DATABASE_URL_ADMIN: {{ include "heliograph.migrationSecret" . | quote }}
{{- if not .Values.externalSecrets.enabled }}
{{- range $service := include "heliograph.services" . | fromYaml }}
{{- if and $service.existingSecret $service.secrets.DATABASE_URL }}
{{ $service.secrets.DATABASE_URL }}: {{ $service.existingSecret | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
One program that applies its migrations and ends. Takes root, name, digest, args and secrets (variable to key).
*/}}
{{- define "heliograph.migration" -}}
{{- $resources := .root.Values.migrations.resources -}}
{{- $variables := include "heliograph.commonVariables" (dict "root" .root "resources" $resources) | fromYaml -}}
{{- $environment := dict "variables" $variables "secrets" .secrets "optionalSecrets" dict -}}
{{- $isLater := .root.Values.externalSecrets.enabled -}}
{{- $secretName := ternary (include "heliograph.migrationSecret" .root) (include "heliograph.secretName" (dict "root" .root "own" "")) $isLater -}}
{{- $secretNames := include "heliograph.migrationSecretNames" .root | fromYaml -}}
- name: {{ .name }}
  {{- include "heliograph.containerDefaults" (dict "root" .root "image" .name "digest" .digest "resources" $resources) | nindent 2 }}
  args: {{ toJson .args }}
  env:
    {{- include "heliograph.env" (dict "root" .root "environment" $environment "secretName" $secretName "secretNames" $secretNames) | trim | nindent 4 }}
{{- end }}

{{/* Secrets of database preparation: an administrator, and the URL of each role, with its password. */}}
{{- define "heliograph.prepareSecrets" -}}
DATABASE_URL: DATABASE_URL_ADMIN
DATABASE_URL_CATALOG: DATABASE_URL_CATALOG
{{- range $fact := include "heliograph.facts" . | fromYaml }}
{{- with $fact.secrets.DATABASE_URL }}
{{ . }}: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* The digest of a service's image, or nothing. Takes root and name. */}}
{{- define "heliograph.digest" -}}
{{- dig "image" "digest" "" (include "heliograph.service" . | fromYaml) -}}
{{- end }}
