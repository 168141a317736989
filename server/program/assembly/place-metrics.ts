import { statfs } from 'node:fs/promises'
import { readAppleCertificate } from '../../doors/pages/wallet/apple/certificate.ts'
import { type MetricJson, toMetric } from '../../ground/observe/metrics/metric-json.ts'
import type { Config } from '../configuration/config.ts'

/** What the operator's machine has: the disk of the data folder, and the files of certificates. */
export type OperatedPlace = Pick<Config, 'dataFolder' | 'wallet'>

/** Never rejects: what is not known has no value. A certificate is read anew each time, because it is replaced in its file. */
export async function placeMetrics({ dataFolder, wallet }: OperatedPlace): Promise<readonly MetricJson[]> {
  const disk = await statfs(dataFolder).catch(() => undefined)
  const apple = wallet?.apple && readAppleCertificate(wallet.apple)
  const expiresAt = apple?.kind === 'certificate' ? [apple.certificate.expiresAt] : []
  const bytes = (blocks: number | undefined) =>
    disk && blocks !== undefined ? [{ value: blocks * disk.bsize, labels: {} }] : []
  return [
    toMetric('purser_disk_free_bytes', bytes(disk?.bavail)),
    toMetric('purser_disk_size_bytes', bytes(disk?.blocks)),
    toMetric(
      'purser_certificate_expires_timestamp_seconds',
      expiresAt.map((at) => ({ value: at / 1000, labels: { certificate: 'wallet-apple' } })),
    ),
  ]
}
