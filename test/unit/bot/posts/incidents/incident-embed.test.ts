import { expect, it } from 'vitest';
import { incidentButtons } from '../../../../../src/bot/posts/incidents/incident-buttons.ts';
import { incidentEmbed } from '../../../../../src/bot/posts/incidents/incident-embed.ts';
import { createRenderer } from '../../../../../src/bot/rendering/renderer.ts';
import { languages } from '../../../../../src/bot/locales/languages.ts';
import { translator } from '../../../../../src/bot/locales/translate.ts';
import {
  incidentDraft,
  type BulkAction,
} from '../../../../../src/bot/domain/incidents/incident.ts';
import type { IncidentView } from '../../../../../src/bot/domain/incidents/incident-ports.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';

const AT = 1_750_000_000_000;
const MODERATOR = { id: '200000000000000003', name: 'mod' };

function viewOf(changes: Partial<IncidentView> = {}): IncidentView {
  return {
    incident: { ...incidentDraft('1', ['sameText', 'newMembers'], AT), number: 3 },
    figures: {
      cases: 187,
      members: 42,
      channels: 3,
      lastAt: AT,
      outcomes: [
        { kind: 'delete', status: 'done', cases: 187 },
        { kind: 'timeout', status: 'refused', cases: 12 },
      ],
      texts: [{ caseNumber: 1, cases: 186 }],
      textCount: 2,
      refusals: [
        {
          kind: 'timeout',
          reason: { key: 'refusals:memberLeft.reason' },
          fix: { key: 'refusals:memberLeft.fix' },
        },
      ],
    },
    texts: [{ text: 'join **us** <@1>\nnow', cases: 186 }],
    policy: defaultPolicy,
    progress: null,
    ...changes,
  };
}

const textOf = (view: IncidentView, language: (typeof languages)[number] = 'en'): string =>
  incidentEmbed(
    createRenderer(translator(language), (command) => `/${command}`),
    view,
    null,
  ).description ?? '';

it('shows counts, start, texts, what was done, and what failed with the fix', () => {
  const text = textOf(viewOf());
  expect(text).toContain('**Incident #3** · 187 messages · 42 members · 3 channels');
  expect(text).toContain(`-# Since <t:${AT / 1000}:f> · still going on`);
  expect(text).toContain('186 × ||join \\*\\*us\\*\\* \\<\\@1\\> ⏎ now||');
  expect(text).toContain('… and 1 other text');
  expect(text).toContain('✅ Message deleted: 187');
  expect(text).toMatch(/⚠️ time out the author: 12\n⛔ .*\n-# 🔧 /);
});

it('shows texts without a spoiler where the server wants that, and says when one is gone', () => {
  const policy = { ...defaultPolicy, alerts: { ...defaultPolicy.alerts, spoiler: false } };
  expect(textOf(viewOf({ policy }))).not.toContain('||');
  expect(textOf(viewOf({ texts: [{ text: null, cases: 5 }] }))).toContain('no longer kept');
});

it('shows how far an action is, and who was left out', () => {
  const reason = { key: 'permissions:denied.above' } as const;
  const action: BulkAction = {
    kind: 'ban',
    by: MODERATOR,
    at: AT,
    cases: [1, 2, 3],
    skipped: [{ memberId: '77', reason }],
    result: null,
  };
  const base = viewOf();
  const running = { ...base.incident, bulkActions: [action] };
  const text = textOf({ ...base, incident: running, progress: { done: 2, total: 3 } });
  expect(text).toContain(`⏳ **Ban all**: 2 of 3 · <@${MODERATOR.id}>`);
  expect(text).toContain('1 member left out: <@77>');
});

it('fits Discord’s limits in every language, however much there is', () => {
  const base = viewOf();
  const skipped = Array.from({ length: 50 }, (_, index) => ({
    memberId: `20000000000000000${index}`,
    reason: { key: 'permissions:denied.above' } as const,
  }));
  const actions = (['ban', 'timeout', 'undo', 'ban', 'ban'] as const).map((kind) => ({
    kind,
    by: MODERATOR,
    at: AT,
    cases: [1, 2],
    skipped,
    result: null,
  }));
  for (const language of languages) {
    const t = translator(language);
    const view: IncidentView = {
      ...base,
      incident: { ...base.incident, bulkActions: actions },
      texts: Array.from({ length: 5 }, () => ({ text: '*'.repeat(2000), cases: 9 })),
    };
    expect(textOf(view, language).length).toBeLessThanOrEqual(4096);
    const rows = incidentButtons(t, view.incident, { invites: null, dms: AT });
    for (const { components } of rows) {
      expect(components.length).toBeLessThanOrEqual(5);
      for (const { label = '' } of components) expect(label.length).toBeLessThanOrEqual(80);
    }
  }
});
