{{/* What every pod of the chart has: the "restricted" Pod Security Standard, and no Kubernetes API token. */}}

{{/* Takes root, serviceAccount (suffix of its name; without one it is the namespace's) and storage (as in "heliograph.facts"). */}}
{{- define "heliograph.podDefaults" -}}
{{- $values := .root.Values -}}
{{- with .serviceAccount }}
serviceAccountName: {{ include "heliograph.fullname" $.root }}-{{ . }}
{{- end }}
automountServiceAccountToken: false
{{- /* Service environment variables would be mistaken for settings. */}}
enableServiceLinks: false
{{- /* A lost node may take half of the cluster's DNS with it: names are asked for again after 1 s instead of 5. */}}
dnsConfig:
  options:
    - name: timeout
      value: "1"
    - name: attempts
      value: "5"
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with $values.runAsUser }}
  runAsUser: {{ include "heliograph.text" . }}
  runAsGroup: {{ include "heliograph.text" . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 256Mi
  {{- with .storage }}
  - name: storage
    emptyDir:
      {{- /* Beyond it the pod is evicted. The program keeps below the megabytes; the rest is what a file system adds. */}}
      sizeLimit: {{ add .megabytes 64 }}Mi
  {{- end }}
  {{- if include "heliograph.hasAuthorities" .root }}
  - name: certificate-authorities
    {{- with $values.certificateAuthorities }}
    {{- if .configMap }}
    configMap:
      name: {{ .configMap | quote }}
    {{- else }}
    secret:
      secretName: {{ .secret | quote }}
    {{- end }}
      items:
        - key: {{ .key | quote }}
          path: ca.crt
    {{- end }}
  {{- end }}
{{- end }}

{{/* The nodes of pods that belong to no service: those of serviceDefaults. */}}
{{- define "heliograph.placement" -}}
{{- with .Values.serviceDefaults.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceDefaults.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Takes root, image (name of the program), digest (may be empty), resources and storage (as in "heliograph.facts"). */}}
{{- define "heliograph.containerDefaults" -}}
image: {{ include "heliograph.image" (dict "root" .root "name" .image "digest" .digest) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: {{ .root.Values.readOnlyRootFilesystem }}
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml (.resources | default dict) | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- with .storage }}
  - name: storage
    mountPath: {{ .path }}
  {{- end }}
  {{- if include "heliograph.hasAuthorities" .root }}
  - name: certificate-authorities
    mountPath: /etc/heliograph/certificate-authorities
    readOnly: true
  {{- end }}
{{- end }}

{{/*
Whether to send a pod requests. A public one stays when its dependencies are down: clients then get its 503 with
Retry-After instead of a refused connection, since all pods of the service would leave. Takes service.
*/}}
{{- define "heliograph.servingCheck" -}}
{{- if .port -}}
httpGet:
  path: /servez
  port: metrics
{{- else -}}
{{- include "heliograph.readinessCheck" . -}}
{{- end }}
{{- end }}

{{/* How a service shows that it can serve. Takes service. */}}
{{- define "heliograph.readinessCheck" -}}
{{- if .port -}}
httpGet:
  path: /readyz
  port: metrics
{{- else -}}
grpc:
  port: 50051
{{- end }}
{{- end }}
