{{/* As Pod Security `restricted` asks for it. */}}
{{- define "precis.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "precis.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* What every pod of ours says first. Takes `root` and `account`. */}}
{{- define "precis.podBasics" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- include "precis.podSecurity" . | nindent 2 }}
{{- end -}}

{{/* Which nodes take a pod. Takes the values of a service, or `defaults`. */}}
{{- define "precis.placement" }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- include "precis.texts" . | trim | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "precis.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.caBundle.existingConfigMap }}
- name: ca
  mountPath: /etc/precis/ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "precis.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- with .Values.caBundle }}
{{- if .existingConfigMap }}
- name: ca
  configMap:
    name: {{ .existingConfigMap }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{/*
Changes when a Secret that a pod reads changes, so that an upgrade replaces the pod. It is made of the Secrets' versions, never of their content, and
of nothing where the chart is rendered without a cluster, or by a person who may not read Secrets. Takes `root` and `secrets`.
*/}}
{{- define "precis.secretVersions" -}}
{{- $root := .root -}}
{{- $versions := dict -}}
{{- if $root.Values.secrets.check -}}
{{- range $ref := .secrets -}}
{{- with lookup "v1" "Secret" $root.Release.Namespace $ref.name -}}
{{- $_ := set $versions $ref.name .metadata.resourceVersion -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $versions | toJson | sha256sum -}}
{{- end -}}

{{/* How copies are spread over zones and nodes. A rollout's old pods do not count. Takes `root` and `component`. */}}
{{- define "precis.spread" }}
{{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "precis.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}
