import { call } from './call.ts';

export const enable = (baseUrl: string, body: unknown) =>
  call(baseUrl, { method: 'PATCH', path: '/addons', body });

export const addKeyword = (baseUrl: string, keyword: unknown, key?: string) =>
  call(baseUrl, {
    method: 'PATCH',
    path: '/addons/keywords',
    body: { keyword },
    ...(key === undefined ? {} : { key }),
  });

export const removeKeyword = (baseUrl: string, keyword: unknown) =>
  call(baseUrl, { method: 'DELETE', path: '/addons/keywords', body: { keyword } });
