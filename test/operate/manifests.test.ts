import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopMsMax } from '../../server/program/command-line/lifetime.ts'
import { flags } from '../../server/program/configuration/options.ts'
import { deploymentFiles, findAll, readYaml } from '../support/deployment-files.ts'

interface Container {
  readonly name: string
  readonly securityContext: object
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly startupProbe?: { readonly periodSeconds: number; readonly failureThreshold: number }
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } }
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } }
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
}

interface Pod {
  readonly automountServiceAccountToken: boolean
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number; readonly fsGroup: number }
  readonly terminationGracePeriodSeconds?: number
  readonly initContainers?: readonly Container[]
  readonly containers: readonly Container[]
  readonly volumes: readonly object[]
}

const folder = 'operate/kubernetes'
const documents = deploymentFiles.filter((file) => file.startsWith(folder)).map(readYaml)
const pods = documents.flatMap((document) => findAll(document, 'spec') as Pod[]).filter(({ containers }) => containers)
const server = pods.find(({ initContainers }) => initContainers)

test('no container is root, may become root, or can write to its image', () => {
  assert.equal(pods.length, 2)
  const confined = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  }
  for (const pod of pods) {
    assert.equal(pod.securityContext.runAsNonRoot, true)
    assert.ok(pod.securityContext.runAsUser >= 1000)
    assert.equal(pod.automountServiceAccountToken, false)
    for (const { name, securityContext, resources } of [...(pod.initContainers ?? []), ...pod.containers]) {
      assert.deepEqual(securityContext, confined, name)
      assert.ok(resources.limits.memory, name)
    }
  }
})

test('secrets come as files that Purser accepts as secret', () => {
  for (const { securityContext, volumes } of pods) {
    assert.deepEqual(volumes, [{ name: 'secrets', secret: { secretName: 'purser', defaultMode: 0o440 } }])
    // Without it the files would be root's, and no other user could read them.
    assert.equal(securityContext.fsGroup, securityContext.runAsUser)
  }
  assert.deepEqual(
    documents.flatMap((document) => findAll(document, 'kind')).filter((kind) => kind === 'Secret'),
    [],
  )
})

test('a pod is given the time that a start and a stop may take', () => {
  const [container] = server?.containers ?? []
  const sleptMs = Number(container?.lifecycle?.preStop.exec.command[1]) * 1000
  assert.ok((server?.terminationGracePeriodSeconds ?? 0) * 1000 > sleptMs + stopMsMax)
  const { periodSeconds = 0, failureThreshold = 0 } = container?.startupProbe ?? {}
  const waitSeconds = Number(flags.find(([name]) => name === 'database-wait')?.[3])
  assert.ok(periodSeconds * failureThreshold > waitSeconds)
  // A server without its database must not be killed for it: it would be no better off afterwards.
  assert.equal(container?.livenessProbe?.httpGet.path, '/healthz')
  assert.equal(container?.readinessProbe?.httpGet.path, '/readyz')
})

test('one server is always there, and each manifest is in the kustomization', () => {
  assert.deepEqual(findAll(readYaml(`${folder}/disruption-budget.yaml`), 'minAvailable'), [1])
  assert.deepEqual(findAll(readYaml(`${folder}/deployment.yaml`), 'replicas'), [2])
  assert.deepEqual(findAll(readYaml(`${folder}/deployment.yaml`), 'maxUnavailable'), [0])
  const named = (findAll(readYaml(`${folder}/kustomization.yaml`), 'resources')[0] as string[]).toSorted()
  const there = deploymentFiles.flatMap((file) => /^operate\/kubernetes\/(.*)$/.exec(file)?.[1] ?? [])
  assert.deepEqual(named, there.filter((file) => file !== 'kustomization.yaml').toSorted())
})
