{{/*
What a container is given follows from services.json (addresses, callers, database, Kafka, ports) and from files/environment.json, which has for each
service `env`: values, in which {{ }} is resolved; `secrets`: keys that its Secret must have, each with the pattern in RE2 that its value must match;
`optional`: keys that its Secret may have. packages/testing holds every name against the settings that the service reads.
*/}}
{{/*
References to Secrets that a service's container has, as JSON: variable -> {name, key, pattern, optional}. The pattern is what the value must match.
CALLER_<NAME> is the secret of a caller: a service reads its callers' secrets where they keep them, so that both sides cannot differ.
Takes `root` and `name`.
*/}}
{{- define "precis.secretEnvironment" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $services := include "precis.services" $root | fromJson -}}
{{- $service := index $services $name -}}
{{- $table := index ($root.Files.Get "files/environment.json" | fromJson) $name -}}
{{- $short := "^[A-Za-z0-9._~-]{16,}$" -}}
{{- $refs := dict -}}
{{- range $key, $pattern := $table.secrets -}}
{{- $_ := set $refs $key (merge (dict "pattern" $pattern) (include "precis.secretRef" (dict "root" $root "name" $name "key" $key) | fromJson)) -}}
{{- end -}}
{{- range $key := append $table.optional "OTEL_EXPORTER_OTLP_HEADERS" -}}
{{- $_ := set $refs $key (merge (dict "optional" true) (include "precis.secretRef" (dict "root" $root "name" $name "key" $key) | fromJson)) -}}
{{- end -}}
{{- if $service.database -}}
{{- $_ := set $refs "DATABASE_PASSWORD" (merge (dict "pattern" $short) (include "precis.secretRef" (dict "root" $root "name" $name "key" "DATABASE_PASSWORD") | fromJson)) -}}
{{- if $root.Values.kafka.sasl.mechanism -}}
{{- $_ := set $refs "KAFKA_SASL_PASSWORD" (merge (dict "pattern" "^.{8,}$") (include "precis.secretRef" (dict "root" $root "name" $name "key" "KAFKA_SASL_PASSWORD") | fromJson)) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $name "gateway") $root.Values.redis.password -}}
{{- $_ := set $refs "REDIS_PASSWORD" (merge (dict "pattern" $short) (include "precis.secretRef" (dict "root" $root "name" $name "key" "REDIS_PASSWORD") | fromJson)) -}}
{{- end -}}
{{- range $caller := $service.callers -}}
{{- $_ := set $refs (printf "CALLER_%s" (upper $caller)) (merge (dict "pattern" $short) (include "precis.secretRef" (dict "root" $root "name" $caller "key" "CALLER_SECRET") | fromJson)) -}}
{{- end -}}
{{- range $other, $called := $services -}}
{{- if has $name $called.callers -}}
{{- $_ := set $refs "CALLER_SECRET" (merge (dict "pattern" $short) (include "precis.secretRef" (dict "root" $root "name" $name "key" "CALLER_SECRET") | fromJson)) -}}
{{- end -}}
{{- end -}}
{{- $refs | toJson -}}
{{- end -}}

{{/* How Kafka is reached, as JSON: variable -> value. Takes `root` and `login`. */}}
{{- define "precis.kafkaEnvironment" -}}
{{- with .root.Values.kafka -}}
{{- $env := dict "KAFKA_BROKERS" (join "," .brokers) "KAFKA_SSL" (ternary "on" "off" .ssl) "KAFKA_PREFIX" .prefix -}}
{{- if .sasl.mechanism -}}
{{- $_ := set $env "KAFKA_SASL_MECHANISM" .sasl.mechanism -}}
{{- $_ := set $env "KAFKA_SASL_USERNAME" $.login -}}
{{- end -}}
{{- $env | toJson -}}
{{- end -}}
{{- end -}}

{{/* The URL of a service's database, in which Kubernetes puts the password. Takes `root` and `name`. */}}
{{- define "precis.databaseUrl" -}}
{{- with .root.Values.postgresql -}}
postgres://precis_{{ $.name }}:$(DATABASE_PASSWORD)@{{ .host }}:{{ .port }}/precis_{{ $.name }}{{ with .parameters }}?{{ . }}{{ end }}
{{- end -}}
{{- end -}}

{{/*
How long a stopping pod still serves. gRPC clients find the copies of a service by name, and clusters keep names for up to 30 s. If every copy that a
client knows ended before that, its calls would fail until it asks again. Others are reached by Services and an ingress, which drop a pod within
seconds. Takes a service.
*/}}
{{- define "precis.drainDelayMs" -}}
{{- ternary "35000" "8000" (hasKey .ports "rpc") -}}
{{- end -}}

{{/* What a container is given in clear, as JSON: variable -> value. `services.X.env` wins. Takes `root` and `name`. */}}
{{- define "precis.plainEnvironment" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $fullname := include "precis.fullname" $root -}}
{{- $services := include "precis.services" $root | fromJson -}}
{{- $service := index $services $name -}}
{{- $values := include "precis.values" (dict "root" $root "name" $name) | fromJson -}}
{{- $env := dict "LOG_LEVEL" $root.Values.logLevel "OPS_HOST" "0.0.0.0" "OPS_PORT" ($service.ports.ops | toString) "DRAIN_DELAY_MS" (include "precis.drainDelayMs" $service) -}}
{{- with $root.Values.tracing.endpoint -}}
{{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER" "parentbased_traceidratio" -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER_ARG" ($root.Values.tracing.share | toString) -}}
{{- end -}}
{{- with $root.Values.caBundle.existingConfigMap -}}
{{- $_ := set $env "NODE_EXTRA_CA_CERTS" "/etc/precis/ca/ca.crt" -}}
{{- end -}}
{{- with $service.ports.http -}}
{{- $_ := set $env "HOST" "0.0.0.0" -}}
{{- $_ := set $env "PORT" (. | toString) -}}
{{- end -}}
{{- if $service.rpc -}}
{{- $_ := set $env "GRPC_URL" (printf "0.0.0.0:%v" $service.ports.rpc) -}}
{{- $pairs := list -}}
{{- range $caller := $service.callers -}}
{{- $pairs = append $pairs (printf "%s=$(CALLER_%s)" $caller (upper $caller)) -}}
{{- end -}}
{{- $_ := set $env "CALLER_SECRETS" (join "," $pairs) -}}
{{- end -}}
{{- range $other, $called := $services -}}
{{- if has $name $called.callers -}}
{{/* A headless Service has one address for each copy, and gRPC goes round them. It has no port mapping, hence the pod's port. */}}
{{- $_ := set $env (printf "%s_ADDRESS" (upper $other)) (printf "dns:///%s-%s:%v" $fullname $other $called.ports.rpc) -}}
{{- end -}}
{{- end -}}
{{- if $service.database -}}
{{- $_ := set $env "DATABASE_URL" (include "precis.databaseUrl" .) -}}
{{- $env = merge $env (include "precis.kafkaEnvironment" (dict "root" $root "login" $name) | fromJson) -}}
{{- end -}}
{{- range $key, $text := (index ($root.Files.Get "files/environment.json" | fromJson) $name).env -}}
{{- $_ := set $env $key (tpl $text $root) -}}
{{- end -}}
{{- range $key, $value := $values.env -}}
{{- $_ := set $env $key (include "precis.text" $value) -}}
{{- end -}}
{{- $env | toJson -}}
{{- end -}}

{{/* The list `env` of a container: Secrets first, since values name them by $(NAME). Takes `secrets` and `plain`. */}}
{{- define "precis.env" }}
{{- range $variable, $ref := .secrets }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name }}
      key: {{ $ref.key }}
      {{- if $ref.optional }}
      optional: true
      {{- end }}
{{- end }}
{{- range $variable, $value := .plain }}
- name: {{ $variable }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}
