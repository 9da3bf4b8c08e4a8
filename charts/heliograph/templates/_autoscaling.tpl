{{/* Not empty when KEDA scales a service by its consumer group's lag. Takes root and service. */}}
{{- define "heliograph.isScaledByLag" -}}
{{- if and .root.Values.keda.enabled .service.consumes (dig "enabled" false (.service.keda | default dict)) }}true{{ end -}}
{{- end }}

{{/* Where KEDA finds its Kafka credentials: names of Secrets and ConfigMaps, never values. Takes root and service. */}}
{{- define "heliograph.kedaAuthentication" -}}
{{- $values := .root.Values -}}
{{- $isPinned := and $values.kafka.tls (include "heliograph.hasAuthorities" .root) -}}
{{- $authorities := $values.certificateAuthorities -}}
{{- if and $isPinned $authorities.configMap }}
configMapTargetRef:
  - parameter: ca
    name: {{ $authorities.configMap | quote }}
    key: {{ $authorities.key | quote }}
{{- end }}
{{- if or $values.kafka.saslMechanism (and $isPinned $authorities.secret) }}
secretTargetRef:
  {{- if $values.kafka.saslMechanism }}
  {{- $secretName := include "heliograph.secretName" (dict "root" .root "own" .service.existingSecret) }}
  - parameter: username
    name: {{ $secretName | quote }}
    key: {{ $values.secrets.keys.KAFKA_SASL_USERNAME | quote }}
  - parameter: password
    name: {{ $secretName | quote }}
    key: {{ $values.secrets.keys.KAFKA_SASL_PASSWORD | quote }}
  {{- end }}
  {{- if and $isPinned $authorities.secret }}
  - parameter: ca
    name: {{ $authorities.secret | quote }}
    key: {{ $authorities.key | quote }}
  {{- end }}
{{- end }}
{{- end }}
