{{/* Refuses values that cannot work, before anything is installed. Every problem is named at once. */}}
{{- define "precis.validate" -}}
{{- $problems := list -}}
{{- if not (regexMatch "^https?://[^/]+$" .Values.publicUrl) -}}
{{- $problems = append $problems "publicUrl: the origin that people and programs use, such as https://precis.example.com, without a path" -}}
{{- end -}}
{{- if not .Values.standalone.enabled -}}
{{- if not .Values.postgresql.host -}}
{{- $problems = append $problems "postgresql.host: the address of your Postgres" -}}
{{- end -}}
{{- if not .Values.kafka.brokers -}}
{{- $problems = append $problems "kafka.brokers: the addresses of your Kafka, host:port" -}}
{{- end -}}
{{- range .Values.kafka.brokers -}}
{{- if not (regexMatch "^[^:,\\s]+:[0-9]+$" .) -}}
{{- $problems = append $problems (printf "kafka.brokers: %s is not host:port" .) -}}
{{- end -}}
{{- end -}}
{{- if not .Values.redis.host -}}
{{- $problems = append $problems "redis.host: the address of your Redis or Valkey, by which all gateways count requests together" -}}
{{- end -}}
{{- if not .Values.mail.from -}}
{{- $problems = append $problems "mail.from: the sender of all mails, `Precis <no-reply@example.com>`" -}}
{{- end -}}
{{- if not .Values.trustedProxies -}}
{{- $problems = append $problems "trustedProxies: networks of the pods that stand before the gateway (ingress, web, mcp), such as [10.244.0.0/16]; without them all customers share the limits of one address" -}}
{{- end -}}
{{- $known := include "precis.services" . | fromJson -}}
{{- range $name, $ignored := .Values.services -}}
{{- if not (or (hasKey $known $name) (eq $name "operator")) -}}
{{- $problems = append $problems (printf "services.%s: there is no such service" $name) -}}
{{- end -}}
{{- end -}}
{{- range $name, $service := $known -}}
{{- $values := include "precis.values" (dict "root" $ "name" $name) | fromJson -}}
{{- if and $values.autoscaling.enabled $values.keda.enabled -}}
{{- $problems = append $problems (printf "services.%s: autoscaling and keda exclude each other, since KEDA makes an autoscaler of its own" $name) -}}
{{- end -}}
{{- if $values.keda.enabled -}}
{{- if not $service.consumes -}}
{{- $problems = append $problems (printf "services.%s.keda: it handles no events" $name) -}}
{{- end -}}
{{- if gt ($values.keda.maxReplicas | int) ($.Values.kafka.partitions | int) -}}
{{- $problems = append $problems (printf "services.%s.keda.maxReplicas: more than kafka.partitions (%v), beyond which a copy gets no events" $name $.Values.kafka.partitions) -}}
{{- end -}}
{{- if not ($.Capabilities.APIVersions.Has "keda.sh/v1alpha1") -}}
{{- $problems = append $problems (printf "services.%s.keda: this cluster has no KEDA (keda.sh/v1alpha1)" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $problems = concat $problems (include "precis.secretProblems" . | fromJsonArray) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "\n\nPrecis cannot be installed with these values:\n  - %s\n" (join "\n  - " $problems)) -}}
{{- end -}}
{{- end -}}

{{/*
What is wrong with the Secrets, as a JSON list; no value is quoted. Empty where the chart is rendered without a cluster, or by somebody who may not read Secrets:
then the pods name what is missing.
*/}}
{{- define "precis.secretProblems" -}}
{{- $root := . -}}
{{- $problems := list -}}
{{- if and .Values.secrets.check (lookup "v1" "ServiceAccount" .Release.Namespace "default") -}}
{{- $refs := dict -}}
{{- range $name, $service := include "precis.services" . | fromJson -}}
{{- range $variable, $ref := include "precis.secretEnvironment" (dict "root" $root "name" $name) | fromJson -}}
{{- if not $ref.optional -}}
{{- $_ := set $refs (printf "%s/%s" $ref.name $ref.key) $ref -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if .Values.kafka.sasl.mechanism -}}
{{- range $key := list "KAFKA_SASL_USERNAME" "KAFKA_SASL_PASSWORD" -}}
{{- $_ := set $refs (printf "%s/%s" (include "precis.kafkaAdminSecret" $root) $key) (dict "name" (include "precis.kafkaAdminSecret" $root) "key" $key "pattern" "^.+$") -}}
{{- end -}}
{{- end -}}
{{- range $path, $ref := $refs -}}
{{- $secret := lookup "v1" "Secret" $root.Release.Namespace $ref.name -}}
{{- if not $secret -}}
{{- $problems = append $problems (printf "Secret %s is missing (key %s)" $ref.name $ref.key) -}}
{{- else -}}
{{- $value := dig "data" $ref.key "" $secret | b64dec -}}
{{- if not $value -}}
{{- $problems = append $problems (printf "Secret %s lacks the key %s" $ref.name $ref.key) -}}
{{- else if not (regexMatch $ref.pattern $value) -}}
{{- $problems = append $problems (printf "Secret %s, key %s: the value does not match %s" $ref.name $ref.key $ref.pattern) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $problems | toJson -}}
{{- end -}}
