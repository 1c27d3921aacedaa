{{/* The release's name where it says "precis" already, else both. 40 characters leave room for the longest name of a part. */}}
{{- define "precis.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains "precis" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-precis" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels by which a part's pods are found; they never change. Takes `root` and `component`. */}}
{{- define "precis.selector" -}}
app.kubernetes.io/name: precis
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{/* Labels of every object. Takes `root` and `component`. */}}
{{- define "precis.labels" -}}
{{ include "precis.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: precis
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/*
Every part that runs as a Deployment, as JSON: services.json, which is a copy of the repository's, and the web app's host.
{{ range $name, $service := include "precis.services" . | fromJson }}
*/}}
{{- define "precis.services" -}}
{{- if .Values.standalone.enabled -}}
{}
{{- else -}}
{{- $services := .Files.Get "files/services.json" | fromJson -}}
{{- $_ := set $services "web" (dict "database" false "callers" list "consumes" dict "ports" (dict "http" 8080 "ops" 9090)) -}}
{{- $services | toJson -}}
{{- end -}}
{{- end -}}

{{/* The values of one service over the defaults, as JSON. Takes `root` and `name`. */}}
{{- define "precis.values" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .name | default dict)) | toJson -}}
{{- end -}}

{{/* Takes `root` and `name`. */}}
{{- define "precis.image" -}}
{{- $image := .root.Values.image -}}
{{- $registry := ternary "" (printf "%s/" (trimSuffix "/" $image.registry)) (empty $image.registry) -}}
{{- printf "%s%s%s:%s" $registry $image.prefix .name (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}

{{/* A number of a values file as a text: Helm reads 1000000 as 1e+06. */}}
{{- define "precis.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{- . | int64 -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{/* A map whose values Kubernetes wants as texts: true and 9090 become "true" and "9090". */}}
{{- define "precis.texts" -}}
{{- range $key, $value := . }}
{{ $key | quote }}: {{ include "precis.text" $value | quote }}
{{- end }}
{{- end -}}

{{/* The host of publicUrl without its port, as Ingress and HTTPRoute want it. */}}
{{- define "precis.host" -}}
{{- splitList ":" (urlParse .Values.publicUrl).host | first -}}
{{- end -}}

{{/* The Secret of a part. Takes `root` and `name`. */}}
{{- define "precis.secretName" -}}
{{- $own := index .root.Values.services .name | default dict -}}
{{- default (printf "%s-%s" (include "precis.fullname" .root) .name) (get $own "existingSecret") -}}
{{- end -}}

{{/*
Where a key of a part's Secret is, as JSON {name, key}: `services.X.secretRefs.KEY` says it when it is elsewhere. Takes `root`, `name`, `key`.
*/}}
{{- define "precis.secretRef" -}}
{{- $own := index .root.Values.services .name | default dict -}}
{{- $elsewhere := dig "secretRefs" .key dict $own -}}
{{- dict "name" (default (include "precis.secretName" (dict "root" .root "name" .name)) (get $elsewhere "name")) "key" (default .key (get $elsewhere "key")) | toJson -}}
{{- end -}}

{{- define "precis.redisUrl" -}}
{{- with .Values.redis -}}
{{- if .host -}}
{{ ternary "rediss" "redis" .tls }}://{{ if .password }}:$(REDIS_PASSWORD)@{{ end }}{{ .host }}:{{ .port }}
{{- end -}}
{{- end -}}
{{- end -}}
