import type { BrandDocument, BrandFile } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'

/** `secretSet` and `passwordSet` for what has no secret here: there is nothing that could stay as it is. */
export function unsetFaults(file: BrandFile, before: BrandDocument | undefined): readonly FileFault[] {
  const keys = new Set(before?.apiKeys.map(({ key }) => key))
  const places = [...(before?.locations ?? []), ...(before?.switchedOff.locations ?? [])]
  const hasPassword = (location: string, id: string) =>
    places.some((one) => one.id === location && one.employees.some((e) => e.id === id && e.passwordHash !== undefined))
  return [
    ...file.apiKeys
      .filter(({ key, secretSet }) => secretSet && !keys.has(key))
      .map(({ key }) => fault(`apiKeys[${key}].secretSet`)),
    ...file.locations.flatMap(({ id: place, employees }) =>
      employees
        .filter(({ id, passwordSet }) => passwordSet && !hasPassword(place, id))
        .map(({ id }) => fault(`locations[${place}].employees[${id}].passwordSet`)),
    ),
  ]
}

const fault = (path: string): FileFault => ({ path, ...faultOf('nothingToKeep') })
