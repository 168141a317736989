import { integer, text } from '../../../ground/contract/field.ts'
import { exportFile, withoutDigests } from '../../../storage/brand-store/export.ts'
import { exportVersion } from '../../../storage/brand-store/history/earlier-version.ts'
import { writeText } from '../../../storage/brand-store/texts/text-room.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

export const brandFile = brandRoute({
  name: 'brandFile',
  summary: 'Show the brand as a file, as it is or as it was.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: { version: integer('An earlier version. Absent: the current one.').between(1, 2_147_483_647) },
  response: {
    version: integer('The version.').required(),
    text: text('The file, as YAML.').required(),
  },
  run: async ({ request, services, brand }) => {
    const { version = brand.version } = request
    const file =
      request.version === undefined
        ? await exportFile(services.pool, brand.id)
        : await exportVersion(services.pool, brand.id, request.version)
    return file
      ? { version, text: await writeText(brand.id, withoutDigests(file)) }
      : turnDown('notFound', `Version ${version} is not kept.`)
  },
})
