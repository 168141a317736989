import type { FileFault } from '../../domain/brand/faults/fault.ts'
import type { ParsedText } from '../../domain/brand/reading/parse-text.ts'
import { FileReading, Place } from '../../domain/brand/reading/place.ts'

/**
 * Faults of campaigns that were read as a part of the live file, with their lines in the text that the campaigns were
 * given in. Those of what is in the live file alone have no line.
 */
export function locateInCampaigns({ data, marks }: ParsedText, faults: readonly FileFault[]): FileFault[] {
  const root = new Place(new FileReading(data, marks))
  const list = Array.isArray(data) ? data : isObject(data) ? Reflect.get(data, 'campaigns') : undefined
  const given = new Set(Array.isArray(list) ? list.map((one) => isObject(one) && Reflect.get(one, 'id')) : [])
  return faults.map((fault) => {
    const { path } = fault
    const [, id, within = ''] = /^campaigns\[([^\]]*)\](.*)$/s.exec(path) ?? []
    if (id === undefined || !given.has(id)) return fault
    const place = root.below(`${Array.isArray(data) ? '' : 'campaigns'}[${id}]${within}`)
    return { ...place.found(fault), path }
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
