import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const place = mkdtempSync(join(tmpdir(), 'after-install-'))
after(() => rmSync(place, { recursive: true, force: true }))

const built = join(place, 'portal/dist/index.html')

/** A package like ours: a program of its own, the script that runs after an installation, and a portal that was built. */
function layOut(): void {
  for (const folder of ['scripts', 'server', 'portal/dist']) mkdirSync(join(place, folder), { recursive: true })
  cpSync('scripts/after-install.js', join(place, 'scripts/after-install.js'))
  writeFileSync(join(place, 'server/purser.js'), '#!/usr/bin/env node\nconsole.log("purser ran")\n', { mode: 0o755 })
  const scripts = { postinstall: 'node scripts/after-install.js' }
  const bin = { purser: 'server/purser.js' }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'purser', version: '0.1.0', bin, scripts }))
  writeFileSync(built, 'built')
}

function npm(program: 'npm' | 'npx', ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: place,
    npm_config_offline: 'true',
    npm_config_cache: join(place, 'cache'),
  }
  return spawnSync(program, args, { cwd: place, env, encoding: 'utf8' })
}

test('the first npx purser leaves the portal that was built, an installation removes it', () => {
  layOut()
  const ran = npm('npx', '--yes', 'purser')
  assert.equal(ran.stdout.trim(), 'purser ran', ran.stderr)
  assert.equal(existsSync(built), true)

  const installed = npm('npm', 'install', '--no-audit', '--no-fund')
  assert.equal(installed.status, 0, installed.stderr)
  assert.equal(existsSync(built), false)
})
