/** Where a Unix system has its own programs: no repository can put one there. NixOS has them in the last of these. */
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin';
