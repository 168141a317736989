import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CodeList } from './code-list.tsx'
import { CouponLookUp } from './coupon-look-up.tsx'
import { CouponSetList } from './coupon-set-list.tsx'
import { couponTabs } from './coupon-tabs.ts'

const route = getRouteApi('/b/$brand/coupons')

/** Coupons and public codes: what is left, what was used, and what became of one. */
export function CouponsScreen() {
  const { coupons } = useTexts()
  const { locations } = useBrand()
  // How much is left is told of all locations together.
  const tabs = couponTabs.filter((one) => one === 'lookUp' || locations === undefined)
  const { tab = tabs[0] ?? 'lookUp' } = route.useSearch()
  const navigate = useNavigate()
  return (
    <Page title={coupons.title} about={coupons.about} primary={<NewSet />}>
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next } as never })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {coupons.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="sets">
          <CouponSetList empty={<NewSet />} />
        </Tabs.Panel>
        <Tabs.Panel value="codes">
          <CodeList empty={<NewSet />} />
        </Tabs.Panel>
        <Tabs.Panel value="lookUp">
          <CouponLookUp />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function NewSet() {
  const { coupons } = useTexts()
  const { id } = useBrand()
  const mayChange = useMay('configuration.change')
  if (!mayChange) return null
  return (
    <Button
      leftSection={<IconPlus size={16} />}
      component={Link}
      to="/b/$brand/settings/$section"
      params={{ brand: id, section: 'couponSets' } as never}
      search={{ add: true } as never}
    >
      {coupons.newSet}
    </Button>
  )
}
