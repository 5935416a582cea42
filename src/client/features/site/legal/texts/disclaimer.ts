import { BRAND } from '#contract/brand.ts'
import type { LegalText } from '../legal-text.ts'

export const DISCLAIMER: LegalText = {
  path: '/disclaimer',
  sections: [
    {
      id: 'satire',
      title: 'Satire',
      blocks: [
        `${BRAND.name} is a satirical platform. Its kings, decrees, guards and proclamations are inventions. No royal house, government or maker of sanitary ware is behind it, endorses it, or has been asked.`,
        'Nothing here is news, and nothing here is meant to be taken for it.',
      ],
    },
    {
      id: 'opinions',
      title: "Other people's words",
      blocks: [
        'Posts, comments and messages are the words of the people who wrote them. They are not ours, we do not check them for truth, and showing them is not agreeing with them.',
        'The platform is meant to be crude. You may read things that are in poor taste. Content warnings, the mute and the block are there for what you would rather not.',
      ],
    },
    {
      id: 'advice',
      title: 'No advice',
      blocks: [
        'Nothing on the platform is medical, legal, financial or plumbing advice. If something hurts, leaks or arrives by registered mail, ask a professional.',
      ],
    },
    {
      id: 'advertisements',
      title: 'Advertisements',
      blocks: [
        'The products in our advertisements do not exist. Prices, ratings and promises are jokes. Nothing is for sale.',
      ],
    },
    {
      id: 'age',
      title: 'Audience',
      blocks: [
        'The platform is for people aged 13 and over. Under 18 it takes the consent of a parent or guardian, as the Terms of Service say.',
      ],
    },
    {
      id: 'links',
      title: 'Links to elsewhere',
      blocks: [
        'People link to other sites. We do not run those, do not vouch for them, and cannot mend them.',
      ],
    },
    {
      id: 'liability',
      title: 'As it is',
      blocks: [
        'The platform is offered as it is, without a promise that it is always there or always right. As far as the law allows, we are not liable for what comes of relying on it. The laws of the State of Delaware govern this disclaimer, as they do the terms.',
      ],
    },
    {
      id: 'removal',
      title: 'If it is about you',
      blocks: [
        'If something here concerns you and should not be here, report it or write to us. Reports are reviewed within 24 hours, and decisions can be appealed within 30 days.',
        { before: 'For legal matters, write to', mail: 'legal' },
      ],
    },
  ],
}
