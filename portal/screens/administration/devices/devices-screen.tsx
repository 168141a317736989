import { Badge, Button, Group } from '@mantine/core'
import { IconDeviceTablet } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { Page } from '../../../parts/page.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type PlaceNames, usePlaceNames } from '../users/place-names.ts'
import type { TillDevice } from './device.ts'
import { DeviceDetail } from './device-detail.tsx'
import { RegisterDevice } from './register-device.tsx'

const route = getRouteApi('/b/$brand/settings/devices')

/** The devices at the counter, on which cashiers log in by a PIN. */
export function DevicesScreen() {
  const { devices } = useTexts().administration
  const { data, error, refetch } = useAsking('listDevices', {})
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: '/b/$brand/settings/devices' })
  const [isRegistering, setRegistering] = useState(false)
  const places = usePlaceNames()
  const show = (deviceId?: string) =>
    navigate({ to: '.', search: (before) => ({ ...before, open: deviceId }), resetScroll: false })
  const device = data?.devices.find(({ deviceId }) => deviceId === open)
  return (
    <Page
      title={devices.title}
      about={devices.about}
      primary={
        <Button leftSection={<IconDeviceTablet size={18} />} disabled={!data} onClick={() => setRegistering(true)}>
          {devices.register}
        </Button>
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      <ListWithDetail
        list={
          <DataTable
            name={devices.title}
            rows={data?.devices}
            columns={columnsOf(devices, places)}
            rowKey={({ deviceId }) => deviceId}
            onOpen={({ deviceId }) => show(deviceId)}
            openKey={open}
            onClose={() => show()}
            empty={<EmptyState title={devices.empty} what={devices.emptyWhat} />}
          />
        }
        detail={
          device && {
            title: device.name,
            content: <DeviceDetail key={device.deviceId} device={device} onGone={() => show()} />,
            onClose: () => show(),
          }
        }
      />
      {isRegistering && (
        <RegisterDevice
          places={places.locations}
          before={data?.devices.find(({ isThis }) => isThis)}
          onClose={() => setRegistering(false)}
        />
      )}
    </Page>
  )
}

const columnsOf = (texts: Texts['administration']['devices'], { locations }: PlaceNames) => {
  const placeOf = ({ locationId }: TillDevice) =>
    locationId === undefined ? texts.nowhere : (locations.find(({ id }) => id === locationId)?.name ?? locationId)
  return [
    {
      id: 'name',
      title: texts.name,
      show: ({ name, isThis }: TillDevice) => (
        <Group gap="xs">
          {name}
          {isThis && (
            <Badge variant="light" tt="none">
              {texts.this}
            </Badge>
          )}
        </Group>
      ),
      plain: ({ name }: TillDevice) => name,
    },
    { id: 'place', title: texts.place, show: placeOf, plain: placeOf },
    {
      id: 'cashiers',
      title: texts.cashiers,
      show: ({ cashiers }: TillDevice) => cashiers.join(', '),
      plain: ({ cashiers }: TillDevice) => cashiers.join(', '),
    },
    {
      id: 'used',
      title: texts.used,
      show: ({ usedAt }: TillDevice) => (usedAt === undefined ? texts.never : <Moment at={usedAt} />),
      plain: ({ usedAt }: TillDevice) => usedAt,
    },
    {
      id: 'registered',
      title: texts.registered,
      show: ({ registeredAt }: TillDevice) => <Moment at={registeredAt} />,
      plain: ({ registeredAt }: TillDevice) => registeredAt,
    },
    {
      id: 'by',
      title: texts.by,
      show: ({ registeredBy }: TillDevice) => registeredBy,
      plain: ({ registeredBy }: TillDevice) => registeredBy,
    },
  ]
}
