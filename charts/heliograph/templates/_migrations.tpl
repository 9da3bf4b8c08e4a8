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
The Secret with the roles' URLs: that of the services, which External Secrets makes only after the first migration.
*/}}
{{- define "heliograph.migrationRolesSecret" -}}
{{- $isLater := .Values.externalSecrets.enabled -}}
{{- ternary (include "heliograph.migrationSecret" .) (include "heliograph.secretName" (dict "root" . "own" "")) $isLater -}}
{{- end }}

{{/*
One program that applies its migrations and ends. Takes root, name, digest, args and secrets (variable to key).
*/}}
{{- define "heliograph.migration" -}}
{{- $resources := .root.Values.migrations.resources -}}
{{- $variables := include "heliograph.commonVariables" (dict "root" .root "resources" $resources) | fromYaml -}}
{{- $environment := dict "variables" $variables "secrets" .secrets "optionalSecrets" dict -}}
- name: {{ .name }}
  {{- include "heliograph.containerDefaults" (dict "root" .root "image" .name "digest" .digest "resources" $resources) | nindent 2 }}
  args: {{ toJson .args }}
  env:
    {{- include "heliograph.env" (dict "root" .root "environment" $environment "secretName" (include "heliograph.migrationRolesSecret" .root) "secretNames" (dict "DATABASE_URL_ADMIN" (include "heliograph.migrationSecret" .root))) | trim | nindent 4 }}
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
