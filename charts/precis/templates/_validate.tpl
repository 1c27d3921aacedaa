{{/* Refuses values that cannot work, before anything is installed. Every problem is named at once. */}}
{{- define "precis.validate" -}}
{{- $problems := list -}}
{{- if not (regexMatch "^https?://[a-z0-9.-]+(:[0-9]+)?$" .Values.publicUrl) -}}
{{- $problems = append $problems "publicUrl must be the origin that people and programs use, such as https://precis.example.com, in lower case and without a path." -}}
{{- end -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" (include "precis.fullname" .)) -}}
{{- $problems = append $problems (printf "%s cannot begin the names of objects: set fullnameOverride to lower-case letters, digits and hyphens." (include "precis.fullname" .)) -}}
{{- end -}}
{{- $isPublished := or .Values.ingress.enabled .Values.httpRoute.enabled -}}
{{- if and .Values.standalone.enabled $isPublished (not .Values.standalone.exposeSandbox) -}}
{{- $problems = append $problems "standalone shows its sandbox, mails included, to everybody who reaches it. Turn ingress and httpRoute off, or set standalone.exposeSandbox." -}}
{{- end -}}
{{- if and $isPublished (regexMatch "^[0-9.]+$" (include "precis.host" .)) -}}
{{- $problems = append $problems "publicUrl must have a name, not an IP address, where ingress or httpRoute is enabled." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (hasPrefix "https:" .Values.publicUrl) (not .Values.ingress.tlsSecret) (not .Values.ingress.tlsElsewhere) -}}
{{- $problems = append $problems "ingress.tlsSecret is missing for an https publicUrl. Set it, or ingress.tlsElsewhere if something in front of the cluster ends TLS." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- $problems = append $problems "httpRoute.parentRefs must name the Gateway that the route belongs to." -}}
{{- end -}}
{{- if not .Values.standalone.enabled -}}
{{- if not .Values.postgresql.host -}}
{{- $problems = append $problems "postgresql.host is missing: the address of your Postgres." -}}
{{- end -}}
{{- if not .Values.kafka.brokers -}}
{{- $problems = append $problems "kafka.brokers is missing: the addresses of your Kafka, each host:port." -}}
{{- end -}}
{{- range .Values.kafka.brokers -}}
{{- if not (regexMatch "^[^:,\\s]+:[0-9]+$" .) -}}
{{- $problems = append $problems (printf "kafka.brokers: %s is not host:port." .) -}}
{{- end -}}
{{- end -}}
{{- if not .Values.redis.host -}}
{{- $problems = append $problems "redis.host is missing: the address of your Redis or Valkey, by which all gateways count requests together." -}}
{{- end -}}
{{- if not (regexMatch `^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$` .Values.mail.from) -}}
{{- $problems = append $problems "mail.from must be the sender of all mails, written `Precis <no-reply@example.com>`." -}}
{{- end -}}
{{- if not .Values.trustedProxies -}}
{{- $problems = append $problems "trustedProxies is missing: the networks of the proxies in front of the gateway (ingress controller, web, mcp), such as [10.244.0.0/16]. Without them all customers share the limits of one address." -}}
{{- end -}}
{{- range .Values.trustedProxies -}}
{{- if not (regexMatch "^[0-9a-fA-F:.]+(/[0-9]+)?$" .) -}}
{{- $problems = append $problems (printf "trustedProxies: %s is no address and no network." .) -}}
{{- else if hasSuffix "/0" . -}}
{{- $problems = append $problems (printf "trustedProxies: %s lets every caller say whose a request is." .) -}}
{{- end -}}
{{- end -}}
{{- $known := include "precis.services" . | fromJson -}}
{{- range $name, $ignored := .Values.services -}}
{{- if not (or (hasKey $known $name) (eq $name "operator")) -}}
{{- $problems = append $problems (printf "services.%s: there is no such service." $name) -}}
{{- end -}}
{{- end -}}
{{- range $name, $service := $known -}}
{{- $values := include "precis.values" (dict "root" $ "name" $name) | fromJson -}}
{{- if and $values.autoscaling.enabled $values.keda.enabled -}}
{{- $problems = append $problems (printf "services.%s: enable autoscaling or keda, not both: KEDA makes an autoscaler of its own." $name) -}}
{{- end -}}
{{- range $scaler := list "autoscaling" "keda" -}}
{{- $of := get $values $scaler -}}
{{- if and $of.enabled (gt ($of.minReplicas | int) ($of.maxReplicas | int)) -}}
{{- $problems = append $problems (printf "services.%s.%s: minReplicas is above maxReplicas." $name $scaler) -}}
{{- end -}}
{{- end -}}
{{- $secrets := include "precis.secretEnvironment" (dict "root" $ "name" $name) | fromJson -}}
{{- range $variable, $ignored := $values.env -}}
{{- if hasKey $secrets $variable -}}
{{- $problems = append $problems (printf "services.%s.env.%s is a secret: use services.%s.secretRefs.%s." $name $variable $name $variable) -}}
{{- end -}}
{{- end -}}
{{- range $variable, $ignored := $values.secretRefs -}}
{{- if not (hasKey $secrets $variable) -}}
{{- $problems = append $problems (printf "services.%s.secretRefs.%s: the service has no such secret." $name $variable) -}}
{{- end -}}
{{- end -}}
{{- range $label, $ignored := $values.podLabels -}}
{{- if hasPrefix "app.kubernetes.io/" $label -}}
{{- $problems = append $problems (printf "services.%s.podLabels: %s is the chart's own." $name $label) -}}
{{- end -}}
{{- end -}}
{{- $delayMs := include "precis.text" (default (include "precis.drainDelayMs" $service) (get $values.env "DRAIN_DELAY_MS")) | int64 -}}
{{- if lt ($values.terminationGracePeriodSeconds | int64) (add 62 (div $delayMs 1000)) -}}
{{- $problems = append $problems (printf "services.%s.terminationGracePeriodSeconds must be at least %d: DRAIN_DELAY_MS and the 62 s that a process may drain." $name (add 62 (div $delayMs 1000))) -}}
{{- end -}}
{{- if $values.keda.enabled -}}
{{- if not $service.consumes -}}
{{- $problems = append $problems (printf "services.%s.keda: the service consumes no events." $name) -}}
{{- end -}}
{{- $partitions := include "precis.partitions" . | int -}}
{{- if gt ($values.keda.maxReplicas | int) $partitions -}}
{{- $problems = append $problems (printf "services.%s.keda.maxReplicas: more than the %d partitions of a topic. Further copies would get no events." $name $partitions) -}}
{{- end -}}
{{- if not ($.Capabilities.APIVersions.Has "keda.sh/v1alpha1") -}}
{{- $problems = append $problems (printf "services.%s.keda: this cluster has no KEDA (keda.sh/v1alpha1)." $name) -}}
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
What is wrong with the Secrets and the ConfigMap that pods read, as a JSON list; no value is quoted. Empty with `secrets.check: false`, and where the
chart is rendered without a cluster: then the pods name what is missing.
*/}}
{{- define "precis.secretProblems" -}}
{{- $root := . -}}
{{- $problems := list -}}
{{- $isLive := and .Values.secrets.check (lookup "v1" "Namespace" "" "kube-system") -}}
{{- if and $isLive (not (lookup "v1" "Namespace" "" .Release.Namespace)) -}}
{{- $problems = append $problems (printf "The namespace %s does not exist. Make it and its Secrets first." .Release.Namespace) -}}
{{- else if $isLive -}}
{{- with .Values.caBundle -}}
{{- if and .existingConfigMap (not (dig "data" .key "" (lookup "v1" "ConfigMap" $root.Release.Namespace .existingConfigMap | default dict))) -}}
{{- $problems = append $problems (printf "ConfigMap %s is missing, or lacks the key %s." .existingConfigMap .key) -}}
{{- end -}}
{{- end -}}
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
{{- $problems = append $problems (printf "Secret %s is missing (key %s)." $ref.name $ref.key) -}}
{{- else -}}
{{- $value := dig "data" $ref.key "" $secret | b64dec -}}
{{- if not $value -}}
{{- $problems = append $problems (printf "Secret %s lacks the key %s." $ref.name $ref.key) -}}
{{- else if not (regexMatch $ref.pattern $value) -}}
{{- $problems = append $problems (printf "Secret %s, key %s: the value does not match %s." $ref.name $ref.key $ref.pattern) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $problems | toJson -}}
{{- end -}}

{{/* Partitions of each topic, as the Job creates them. */}}
{{- define "precis.partitions" -}}6{{- end -}}
