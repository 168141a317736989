import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { stopMsMax } from '../../server/program/command-line/lifetime.ts'
import { deploymentFiles, readText, readUnit } from '../support/deployment-files.ts'

const units = deploymentFiles.filter((file) => /\.(service|timer)$/.test(file))
const services = units.filter((file) => file.endsWith('.service'))

test('every service runs as a user of its own, and can change nothing but its own folder', () => {
  assert.equal(services.length, 4)
  for (const file of services) {
    const unit = new Map(readUnit(file))
    assert.equal(unit.get('User'), 'purser', file)
    assert.match(unit.get('StateDirectory') ?? '', /^purser( purser-backup)?$/, file)
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictSUIDSGID'])
      assert.equal(unit.get(key), 'true', `${file}: ${key}`)
    assert.equal(unit.get('ProtectSystem'), 'strict', file)
    assert.equal(unit.get('CapabilityBoundingSet'), '', file)
    assert.ok(unit.get('MemoryMax'), file)
  }
})

test('a server that fails is started again, and one that is stopped has the time that it may take', () => {
  for (const file of services.filter((one) => !/verify|backup/.test(one))) {
    const unit = new Map(readUnit(file))
    assert.equal(unit.get('Restart'), 'on-failure', file)
    assert.ok(Number(unit.get('TimeoutStopSec')) * 1000 > stopMsMax, file)
    // SIGTERM to every process would stop the embedded database under the calls in flight.
    assert.equal(unit.get('KillMode'), 'mixed', file)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd understands the units', { skip: !hasSystemd }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-units-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // Purser is not installed here, and systemd looks whether a program exists.
  for (const unit of units)
    writeFileSync(join(folder, basename(unit)), readText(unit).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
  const paths = units.map((unit) => join(folder, basename(unit)))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
