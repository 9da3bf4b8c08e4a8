{{/*
A pod's overrides for kubectl run of heliograph-admin, as JSON. Takes root and container, its name: kubectl gives it the
pod's.
*/}}
{{- define "heliograph.adminOverrides" -}}
{{- $container := .container -}}
{{- with .root -}}
{{- $variables := include "heliograph.commonVariables" (dict "root" . "resources" .Values.tests.resources) | fromYaml -}}
{{- range list "identity" "ledger" "metering" "indexer" -}}
{{- $_ := set $variables (printf "%s_ADDRESS" (upper .)) (include "heliograph.rpcAddress" (dict "root" $.root "name" .)) -}}
{{- end -}}
{{- $environment := dict "variables" $variables "secrets" (include "heliograph.adminCaller" . | fromYaml) "optionalSecrets" (dict "DATABASE_URL" "DATABASE_URL_CATALOG") -}}
{{- $secretName := include "heliograph.secretName" (dict "root" . "own" "") -}}
{{- $defaults := include "heliograph.containerDefaults" (dict "root" . "image" "admin" "digest" .Values.admin.image.digest "resources" .Values.tests.resources) | fromYaml -}}
{{- $env := include "heliograph.env" (dict "root" . "environment" $environment "secretName" $secretName) | fromYamlArray -}}
{{- $pod := merge (include "heliograph.podDefaults" (dict "root" .) | fromYaml) (include "heliograph.placement" . | fromYaml) -}}
{{- $labels := include "heliograph.selector" (dict "root" . "component" "admin") | fromYaml -}}
{{- $spec := merge $pod (dict "containers" (list (merge (dict "name" $container "env" $env) $defaults))) -}}
{{- dict "metadata" (dict "labels" $labels) "spec" $spec | toJson -}}
{{- end -}}
{{- end }}
