import { AtSign, Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../Checkbox.tsx'
import { Field } from '../Field.tsx'
import { Input } from '../Input.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { Radios } from '../Radios.tsx'
import { Segmented } from '../Segmented.tsx'
import { Switch } from '../Switch.tsx'
import { Textarea } from '../Textarea.tsx'
import { TextLink } from '../TextLink.tsx'
import { ExampleRow } from './Shelf.tsx'

/** Form controls. */
export const Forms = () => (
  <div className="grid gap-x-12 md:grid-cols-2">
    <ExampleRow label="Fields" column>
      <Field label="Email" hint="Nobody sees it but the plumber." required>
        <Input type="email" autoComplete="email" placeholder="king@palace.example" />
      </Field>
      <Field label="Handle" error="Handle must be at least 3 characters">
        <Input lead={<AtSign />} defaultValue="ab" />
      </Field>
      <Field label="Password">
        <PasswordInput autoComplete="new-password" defaultValue="porcelain" />
      </Field>
      <Field label="Search" hideLabel>
        <Input type="search" lead={<Search />} placeholder="Search" />
      </Field>
      <Field label="Read-only handle">
        <Input readOnly defaultValue="@sir_flushalot" />
      </Field>
      <Field label="Disabled">
        <Input disabled defaultValue="Out of order" />
      </Field>
    </ExampleRow>
    <ExampleRow label="More fields" column>
      <Field
        label="Bio"
        hint="Grows as you write."
        aside={<span className="tabular text-ink-faint">37 / 160</span>}
      >
        <Textarea defaultValue="Keeper of the seat. Breaker of wind." />
      </Field>
      <Checkbox
        label={
          <>
            I accept the <TextLink to="#">Terms of Service</TextLink>
          </>
        }
        defaultChecked
      />
      <Checkbox label="Marketing" hint="Rarely, and never before breakfast." />
      <Checkbox label="Accept terms" error="You must accept our Terms of Service" />
      <Checkbox label="Disabled" disabled defaultChecked />
      <Switch label="Content warning" hint="Covers the media until it is clicked." defaultChecked />
      <Switch label="Sensitive content" />
      <Switch label="Disabled" disabled />
      <Choices />
    </ExampleRow>
  </div>
)

const Choices = () => {
  const [paper, setPaper] = useState<string | null>('two')
  const [device, setDevice] = useState('phone')
  return (
    <>
      <Radios
        label="Paper"
        value={paper}
        onChange={setPaper}
        options={[
          { value: 'one', label: 'One ply', hint: 'For the brave' },
          { value: 'two', label: 'Two ply', hint: 'For the people' },
          { value: 'three', label: 'Three ply', hint: 'For the crown' },
        ]}
      />
      <Segmented
        label="Device"
        value={device}
        onChange={setDevice}
        options={[
          { value: 'phone', label: 'Phone' },
          { value: 'tablet', label: 'Tablet' },
          { value: 'desk', label: 'Desktop' },
        ]}
      />
    </>
  )
}
