{{/* heliograph-admin as a pod: what kubectl run is to put over its own, as JSON. */}}
{{- define "heliograph.adminOverrides" -}}
{{- $variables := include "heliograph.commonVariables" (dict "root" . "resources" .Values.tests.resources) | fromYaml -}}
{{- range list "identity" "ledger" "metering" "indexer" -}}
{{- $_ := set $variables (printf "%s_ADDRESS" (upper .)) (include "heliograph.rpcAddress" (dict "root" $ "name" .)) -}}
{{- end -}}
{{- $environment := dict "variables" $variables "secrets" (include "heliograph.adminCaller" . | fromYaml) "optionalSecrets" (dict "DATABASE_URL" "DATABASE_URL_CATALOG") -}}
{{- $secretName := include "heliograph.secretName" (dict "root" . "own" "") -}}
{{- $container := include "heliograph.containerDefaults" (dict "root" . "image" "admin" "digest" .Values.admin.image.digest "resources" .Values.tests.resources) | fromYaml -}}
{{- $env := include "heliograph.env" (dict "root" . "environment" $environment "secretName" $secretName) | fromYamlArray -}}
{{- $pod := include "heliograph.podDefaults" (dict "root" .) | fromYaml -}}
{{- $labels := include "heliograph.selector" (dict "root" . "component" "admin") | fromYaml -}}
{{- $spec := merge $pod (dict "containers" (list (merge (dict "name" "heliograph-admin" "env" $env) $container))) -}}
{{- dict "metadata" (dict "labels" $labels) "spec" $spec | toJson -}}
{{- end }}
