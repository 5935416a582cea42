import { clsx } from 'clsx'
import { Camera, ImagePlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { ACCEPTED } from '#contract/media.constants.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { FileInput } from './FileInput.tsx'
import { useDropAndPaste } from './useDropAndPaste.ts'
import { usePicker } from './usePicker.ts'
import type { PickerTarget } from './usePicker.ts'
import './PickButtons.css'

interface PickButtonsProps extends PickerTarget {
  /** Files can be dropped and pasted here too. */
  area: RefObject<HTMLElement | null>
  disabled: boolean
  /** Called when a file is accepted. */
  onPicked?: () => void
  /** On a phone one button with a menu takes the place of the others. */
  folded?: boolean
}

const BOTH = `${ACCEPTED.image},${ACCEPTED.video}`
const nothing = () => {}

/** Picks a picture or video; on a phone also from the camera. */
export const PickButtons = ({
  area,
  disabled,
  onPicked = nothing,
  folded = false,
  ...target
}: PickButtonsProps) => {
  const { validating, pick } = usePicker(target, onPicked)
  useDropAndPaste(area, disabled, pick)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const ways = [
    {
      label: 'Add a photo or video',
      icon: <ImagePlus />,
      className: 's-pick-files',
      choose: () => files.current?.click(),
    },
    {
      label: 'Take a photo',
      icon: <Camera />,
      className: 's-pick-camera',
      choose: () => camera.current?.click(),
    },
  ] as const
  const shared = { disabled, pending: validating }
  return (
    <span className={clsx('s-pick', folded && 's-pick-folded')}>
      <FileInput
        input={files}
        label={`${ways[0].label}: file`}
        accept={BOTH}
        multiple={(target.most ?? 1) > 1}
        onFiles={pick}
      />
      <FileInput
        input={camera}
        label={`${ways[1].label}: file`}
        accept={ACCEPTED.image}
        capture="environment"
        onFiles={pick}
      />
      {ways.map(({ label, icon, className, choose }) => (
        <IconButton
          {...shared}
          key={label}
          label={label}
          icon={icon}
          className={className}
          onClick={choose}
        />
      ))}
      {folded && (
        <Menu
          trigger={
            <IconButton {...shared} label="Add" icon={<Plus />} className="s-pick-more" tooltip={false} />
          }
          items={ways.map(({ label, icon, choose }) => ({ label, icon, onSelect: choose }))}
        />
      )}
      <span role="status" className="s-pick-state">
        {validating && 'Validating...'}
      </span>
    </span>
  )
}
