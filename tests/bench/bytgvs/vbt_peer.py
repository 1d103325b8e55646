#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what bytgvs and intel_vbt_decode (intel-gpu-tools 1.27) read in VBTs, field by field.

Usage: vbt_peer.py BYTGVS FOLDER-OR-TAR-OF-VBTS

Every line of the peer's output that has a row in the tables below is looked for in the JSON of bytgvs. Printed: a
table in Markdown with a row a block, how many values agree, how many differ and how many only the peer shows. On
standard error: each field of the latter two, and the lines of the peer that have no row here, whole blocks of them too.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import table  # noqa: E402

tool, folder = sys.argv[1:3]
if os.path.isfile(folder):
    unpacked = tempfile.TemporaryDirectory()
    with tarfile.open(folder) as archive:
        archive.extractall(unpacked.name)
    folder = unpacked.name
M={} # (block, ctx, label) -> (name, how)
def add(b,lines):
    for l in lines.strip().split('\n'):
        lab,name,how=[x.strip() for x in l.rsplit('|',2)]
        ctx=''
        if '>' in lab: ctx,lab=[x.strip() for x in lab.split('>',1)]
        M[(b,ctx,lab)]=(name,how)
add(1,'''Panel fitting|panel_fitting|paren
Flexaim|flexaim|yes
Message|message|yes
Clear screen|clear_screen|num
DVO color flip required|dvo_colour_flip|yes
External VBT|external_vbt|yes
LVDS SSC Enable|lvds_ssc|yes
LVDS SSC frequency|lvds_ssc_alternate_frequency|paren
LFP on override|lfp_on_override|yes
Disable SSC on clone|disable_ssc_on_clone|yes
Underscan support for VGA timings|underscan_vga_timings|yes
Dynamic CD clock|dynamic_cd_clock|yes
Hotplug support in VBIOS|vbios_hotplug|yes
Disable smooth vision|disable_smooth_vision|yes
Single DVI for CRT/DVI|single_dvi|yes
Enable 180 degree rotation|rotate_180|yes
Inverted FDI Rx polarity|fdi_rx_polarity_inverted|yes
Extended VBIOS mode|vbios_extended_mode|yes
Copy iLFP DTD to SDVO LVDS DTD|copy_lfp_dtd_to_sdvo|yes
Best fit panel timing algorithm|panel_best_fit_timing|yes
Ignore strap state|ignore_strap_state|yes
Legacy monitor detect|legacy_monitor_detect|bool
Integrated CRT|integrated_crt|yes
Integrated TV|integrated_tv|yes
Integrated EFP|integrated_efp|yes
DP SSC enable|dp_ssc|yes
DP SSC frequency|dp_ssc_alternate_frequency|paren
DP SSC dongle supported|dp_ssc_dongle|yes''')
add(2,'''CRT DDC GMBUS addr|crt_ddc_gmbus_pin|num
Use DPMS on AIM devices|dpms_aim|yes
Skip CRT detect at boot|skip_boot_crt_detect|yes
Use Non ACPI DPMS CRT power states|dpms_non_acpi|yes
Boot display type|boot_display|num
Child device size|child_device_size|num
Child device count|child_device_count|num
Device handle|handle|num
Device type|device_type|num
I2C speed|i2c_speed|paren
DP onboard redriver>present|dp_onboard_redriver_present|yes
DP onboard redriver>vswing|dp_onboard_redriver_vswing|paren
DP onboard redriver>pre-emphasis|dp_onboard_redriver_preemphasis|paren
DP ondock redriver>present|dp_ondock_redriver_present|yes
DP ondock redriver>vswing|dp_ondock_redriver_vswing|paren
DP ondock redriver>pre-emphasis|dp_ondock_redriver_preemphasis|paren
HDMI max data rate|hdmi_max_data_rate|paren
HDMI level shifter value|hdmi_level_shifter|num
Offset to DTD buffer for edidless CHILD|dtd_buffer_offset|num
Disable compression for external DP/HDMI|disable_external_compression|yes
LTTPR Mode|lttpr_non_transparent|lttpr
Dual pipe ganged eDP|ganged_edp|yes
Compression method CPS|compression_method_cps|yes
Compression enable|compression_enable|yes
Edidless EFP|edidless_efp|yes
Compression structure index|compression_structure_index|num
HDMI Max FRL rate valid|hdmi_max_frl_rate_valid|yes
HDMI Max FRL rate|hdmi_max_frl_rate|paren
AIM offset|aim_offset|num
DVO Port|dvo_port|paren
AIM I2C pin|aim_i2c_pin|num
AIM Slave address|aim_target_address|num
DDC pin|ddc_pin|num
EDID buffer ptr|edid_pointer|num
DVO config|dvo_config|num
DVO2 Port|dvo2_port|num
I2C2 pin|i2c2_pin|num
Slave2 address|target2_address|num
DDC2 pin|ddc2_pin|num
Signature|signature|text
eDP/DP max lane count|dp_max_lane_count|x
Use VBT vswing/premph table|use_vbt_vswing|yes
HPD sense invert|hpd_invert|yes
Iboost enable|iboost|yes
Onboard LSPCON|lspcon|yes
Lane reversal|lane_reversal|yes
EFP routed through dock|efp_routed_through_dock|yes
TMDS compatible?|tmds_support|yes
DP compatible?|dp_support|yes
HDMI compatible?|hdmi_support|yes
Aux channel|aux_channel|paren
Dongle detect|dongle_detect|num
Integrated encoder instead of SDVO|integrated_encoder|yes
Hotplug connect status|hotplug_status|num
SDVO stall signal available|sdvo_stall|yes
Pipe capabilities|pipe_capabilities|num
DVO wiring|dvo_wiring|num
DVO2 wiring|dvo2_wiring|num
MIPI bridge type|mipi_bridge|hexfirst
Device class extension|device_class_extension|num
DVO function|dvo_function|num
DP port trace length|dp_port_trace_length|num
Thunderbolt port|thunderbolt|yes
DP USB type C support|dp_usb_type_c|yes
2X DP GPIO index|dp_gpio_index|num
2X DP GPIO pin number|dp_gpio_pin|num
IBoost level for DP/eDP|dp_iboost_level|num
IBoost level for HDMI|hdmi_iboost_level|num
DP max link rate|dp_max_link_rate|paren''')
add(9,'''Full link|full_link|yes
Require AUX to wakeup|require_aux_wakeup|yes
Lines to wait before link standby|lines_to_wait|firstword
Idle frames to for PSR enable|idle_frames|num
TP1 wakeup time|tp1_wakeup_us|num
TP2/TP3 wakeup time|tp2_tp3_wakeup_us|num
PSR2 TP2/TP3 wakeup time|psr2_tp2_tp3_wakeup|paren''')
add(12,'''Use 00000110h ID for Primary LFP|primary_lfp_id_110h|yes
Enable Sprite in Clone Mode|sprite_in_clone|yes
Driver INT 15h hook|int15h_hook|yes
Dual View Zoom|dual_view_zoom|yes
Hot Plug DVO|hotplug_dvo|yes
Allow display switching when in Full Screen DOS|display_switch_during_dos|yes
Allow display switching when DVD active|display_switch_during_dvd|yes
Boot Device Algorithm|boot_device_algorithm|driver default
Boot Mode X|boot_mode_x|num
Boot Mode Y|boot_mode_y|num
Boot Mode Bpp|boot_mode_bpp|num
Boot Mode Refresh|boot_mode_refresh_hz|num
Enable LFP as primary|lfp_as_primary|yes
Selective Mode Pruning|selective_mode_pruning|yes
Dual-Frequency Graphics Technology|dual_frequency|yes
Default Render Clock Frequency|render_clock|low
NT 4.0 Dual Display Clone Support|nt4_clone|yes
Default Power Scheme user interface|power_scheme_ui|3rd party
Sprite Display Assignment when Overlay is Active in Clone Mode|sprite_display_in_clone|primary
Display Maintain Aspect Scaling via CUI|cui_aspect_scaling|yes
Preserve Aspect Ratio|preserve_aspect_ratio|yes
Enable SDVO device power down|sdvo_power_down|yes
CRT hotplug|crt_hotplug|yes
LVDS config|lvds_config|paren
TV hotplug|tv_hotplug|yes
Display subsystem enable|display_subsystem|yes
Embedded platform|embedded_platform|yes
Define Display statically|static_display|yes
Legacy CRT max X|legacy_crt_max_x|num
Legacy CRT max Y|legacy_crt_max_y|num
Legacy CRT max refresh|legacy_crt_max_refresh_hz|num
Internal source termination for HDMI|hdmi_internal_termination|yes
CEA 861-D HDMI support|hdmi_cea_861d|yes
Self refresh enable|self_refresh|yes
Custom VBT number|custom_vbt_version|num
PC Features field validity|pc_features_valid|yes
Dynamic Media Refresh Rate Switching (DMRRS)|dynamic_media_refresh_rate|yes
Intermediate Pixel Storage (IPS)|intermediate_pixel_storage|yes
Panel Self Refresh (PSR)|panel_self_refresh|yes
Turbo Boost Technology|turbo_boost|yes
Graphics Power Management (GPMT)|graphics_power_management|yes
Graphics Render Standby (RS)|render_standby|yes
Dynamic Refresh Rate Switching (DRRS)|dynamic_refresh_rate|yes
Automatic Display Brightness (ADB)|automatic_brightness|yes
DxgkDDI Backlight Control (DxgkDdiBLC)|backlight_ddi|yes
Display Power Saving Technology (DPST)|display_power_saving|yes
Smart 2D Display Technology (S2DDT)|smart_2d_display|yes
Rapid Memory Power Management (RMPM)|rapid_memory_power_management|yes''')
add(27,'''Power Sequence|t1_t3_100us|pps
Panel color depth|colour_depth|nametext
eDP sDRRS MSA Delay|sdrrs_msa_delay_lane|lane
Fast link params>rate|fast_link_rate|ratename
Fast link params>lanes|fast_link_lanes|lanes
Fast link params>vswing|fast_link_vswing|paren
Stereo 3D feature|stereo_3d|yes
T3 optimization|t3_optimisation|yes
Fast link training|fast_link_training|yes
DPCD 600h write required|dpcd_600h_write_required|yes
PWM delays>PWM on to backlight enable|pwm_on_to_backlight|num
PWM delays>Backlight disable to PWM off|backlight_off_to_pwm_off|num
Full link params provided|full_link_params_provided|yes
Full link params>pre-emphasis|full_link_preemphasis|paren
Full link params>vswing|full_link_vswing|paren
eDP fast link training data rate|fast_training_rate_khz|rate200
eDP max port link rate|max_link_rate_khz|rate200
Vswing/preemphasis table selection|vswing_preemphasis_table|namefuzzy''')
add(40,'''Panel type|panel_type|num
Panel type 2|panel_type_2|num
LVDS EDID available|edid_available|yes
Pixel dither|pixel_dither|yes
PFIT auto ratio|pfit_ratio_auto|yes
PFIT enhanced graphics mode|pfit_graphics_enhanced|yes
PFIT enhanced text mode|pfit_text_enhanced|yes
PFIT mode|pfit_mode|num
Channel type|channel_type|paren
SSC|ssc|yes
SSC frequency|ssc_alternate_frequency|paren
Disable SSC in dual display twin|disable_ssc_in_twin|yes
Panel color depth|colour_depth|paren
DPS type|dps_type|paren
Backlight type|backlight_type|paren
LCDVCC on during S0 state|lcdvcc_on_in_s0|yes
Panel rotation|rotation|paren
Panel position|position|paren''')
add(41,'''Number of entries|entries|num
FP timing offset|fp_timing_offset|num
FP timing table size|fp_timing_size|num
DVO timing offset|dvo_timing_offset|num
DVO timing table size|dvo_timing_size|num
Panel PnP ID offset|pnp_id_offset|num
Panel PnP ID table size|pnp_id_size|num
Panel name offset|panel_name_offset|num
Panel name table size|panel_name_size|num''')
add(42,'''info>LVDS|lvds_register|num
info>PP_ON_DELAYS|pp_on_delays|num
info>PP_OFF_DELAYS|pp_off_delays|num
info>PP_DIVISOR|pp_divisor|num
info>PFIT|pfit|num
timings|hactive|timings
PnP ID>Mfg name|manufacturer|word
PnP ID>Product code|product_code|num
PnP ID>Serial|serial|num
PnP ID>Mfg week|week|num
PnP ID>Mfg year|year|num
Panel name|name|text
Scaling enable|scaling_enable|yes
Seamless DRRS min refresh rate|seamless_drrs_min_hz|num
Pixel overlap count|pixel_overlap_count|num
Black border>Top|border_top|num
Black border>Bottom|border_bottom|num
Black border>Left|border_left|num
Black border>Right|border_right|num
Dual LFP port sync enable|dual_port_sync|yes
GPU dithering for banding artifacts|dithering_for_banding|yes''')
add(43,'''Inverter type|inverter_type|num
Active low|active_low|num
PWM freq|pwm_hz|num
Minimum brightness|min_brightness|num
Level|level|num
Control type|control_type|num
Controller|controller|num''')
add(44,'''Display Power Saving Technology (DPST)|display_power_saving|yes
Panel Self Refresh (PSR)|panel_self_refresh|yes
Dynamic Refresh Rate Switching (DRRS)|dynamic_refresh_rate|yes
Assertive Display Technology (ADT)|assertive_display|yes
Dynamic Media Refresh Rate Switching (DMRRS)|dynamic_media_refresh_rate|yes
Automatic Display Brightness (ADB)|automatic_brightness|yes
Display LACE support|lace_support|yes
Default Display LACE enabled|lace_enabled_by_default|yes
Default Display LACE enabled status|lace_enabled_by_default|yes
Display LACE aggressiveness profile|lace_aggressiveness_profile|num
Power conservation preference level|power_conservation_preference|num
ALS enable|als_enable|yes
ALS backlight adjust|backlight_adjust|num
ALS Lux|lux|num
LACE Aggressiveness|lace_aggressiveness|num
DPST Aggressiveness|dpst_aggressiveness|num
EDP 4k/2k HOBL feature|hobl|yes
Variable Refresh Rate (VRR)|variable_refresh_rate|yes
ELP|elp|yes
OPST|opst|yes
ELP Aggressiveness|elp_aggressiveness|num
OPST Aggrgessiveness|opst_aggressiveness|num''')
add(52,'''BTA disable|bta_disable|Disabled
Panel Rotation|rotation|nametext
Video Mode Color Format|colour_format|namefuzzy
PPS GPIO Pins|pps_gpio_owner|Using SOC
CABC Support|cabc_supported|supported
Mode|command_mode|COMMAND
Video transfer mode|video_transfer_mode|paren
Dithering|dithering|done in Display Controller
Pixel overlap|pixel_overlap|num
Lane Count|lane_count|num
Dual Link Support|dual_link|dual
Clock Stop|clock_stop|ENABLED
EOT disabled|eot_disabled|EOT not to be sent
HSTxTimeOut|hs_tx_timeout|num
LPRXTimeOut|lp_rx_timeout|num
TurnAroundTimeOut|turn_around_timeout|num
DeviceResetTimer|device_reset_timer|num
MasterinitTimer|master_init_timer|num
DBIBandwidthTimer|dbi_bandwidth_timer|num
LpByteClkValue|lp_byte_clock|num
Exit to zero Count|exit_zero_count|num
Trail Count|trail_count|num
Clk zero count|clock_zero_count|num
Prepare count|prepare_count|num
ClockLaneSwitchingCount|clock_lane_switch_count|num
HighToLowSwitchingCount|high_low_switch_count|num
TClkMiss|tclk_miss|num
TClkPost|tclk_post|num
TClkPre|tclk_pre|num
TClkPrepare|tclk_prepare|num
TClkSettle|tclk_settle|num
TClkTermEnable|tclk_term_enable|num
TClkTrail|tclk_trail|num
TClkPrepareTClkZero|tclk_prepare_zero|num
THSExit|ths_exit|num
THsPrepare|ths_prepare|num
THsPrepareTHsZero|ths_prepare_zero|num
THSSettle|ths_settle|num
THSSkip|ths_skip|num
THsTrail|ths_trail|num
TInit|tinit|num
TLPX|tlpx|num
Panel power ON delay|panel_on_delay|num
Panel power on to Backlight enable delay|backlight_enable_delay|num
Backlight disable to Panel power OFF delay|backlight_disable_delay|num
Panel power OFF delay|panel_off_delay|num
Panel power cycle delay|power_cycle_delay|num
PWM on to backlight enable|pwm_on_to_backlight|num
Backlight disable to PWM off|backlight_off_to_pwm_off|num
MIPI PMIC I2C Bus Number|pmic_i2c_bus|num''')
add(56,'''DSC version|version_major|ver
RC buffer block size|rc_buffer_block_size|paren
RC buffer size|rc_buffer_size|num
Actual buffer size|rc_buffer_size|dscbuf
Slices per line|slices_per_line|num
Line buffer depth|line_buffer_depth_bits|num
Block prediction enable|block_prediction|num
Max bpp|max_bpp|paren
Support 8 bpc|support_8bpc|num
Support 10 bpc|support_10bpc|num
Support 12 bpc|support_12bpc|num
Slice height|slice_height|num''')
for (b,ctx,lab),how in list(M.items()):
    if b==2 and lab!='Child device size': M[(11,ctx,lab)]=how
add(11,"""Child device size|child_device_size|num""")
add(22,"""backlight|backlight|num
h40 type|h40_panel_type|num
type|panel_type|num
ssc_clk_freq|ssc_clock|num
als_low_trip|als_low_trip|num
als_high_trip|als_high_trip|num""")
for i in range(4): M[(22,'','misc[%d]'%i)]=(i,'misc')
add(23,"""hdisplay|hactive|num
hsync|hsync_offset|sync
htotal|hblank|total
vdisplay|vactive|num
vsync|vsync_offset|sync
vtotal|vblank|total
clock|clock_khz|num""")
BITS=('Analog output','Digital output','DisplayPort output','Video signaling','TMDS/DVI signaling','LVDS signaling','High speed link','Content protection','Dual channel','Composite output','MIPI output','HDMI output','Internal connector','Hotplug signaling','Power management','Class extension')
SEQUENCES=(None,'deassert reset','init OTP','display on','display off','assert reset','backlight on','backlight off','tear on','tear off','power on','power off')
def step(line,cur,at):
    """A step of a MIPI sequence: the peer's words against the next one of ours."""
    if at>=len(cur): return False
    o=cur[at]
    m=re.match(r'Delay: (\d+) us',line)
    if m: return o.get('delay_us')==int(m[1])
    m=re.match(r'GPIO index (\d+), number (\d+), set (\d+)',line)
    if m: return o.get('gpio',{}).get('name')=='index %s, number %s, set %s'%m.groups()
    m=re.match(r'Send DCS: Port (\w), VC (\d), (\w+), Type (\w+), Length (\d+), Data ?(.*)',line)
    if m: return o.get('send_packet',{}).get('bytes')==m[6].replace(' ','').strip()
    return False
CTX={'DP onboard redriver','DP ondock redriver','Fast link params','Full link params','PWM delays','info','PnP ID','Black border'}
def v(x):
    if isinstance(x,dict): return x.get('value')
    if isinstance(x,bool): return int(x)
    return x
def norm(s): return re.sub(r'[^a-z0-9]','',s.lower())
gates={}
for row in open(os.path.join(os.path.dirname(os.path.abspath(__file__)),'../../../docs/formats/vbt-fields.md')):
    m=re.match(r'\| (\d+) \w+.* \| `(\w+\.)?(\w+)` \| (.*) \|$',row)
    if not m: continue
    w=m[4].split()
    gates.setdefault((int(m[1]),m[2] is not None,m[3]),[]).append((0,999) if w[0]=='all' else (0,int(w[1])) if w[0]=='to' else (int(w[0]),int(w[2]) if w[1]=='to' else 999))
def gated(blk,grouped,name,version):
    """Does no version of the field hold that one?"""
    return not any(a<=version<=b for a,b in gates.get((blk,grouped,name),[(0,999)]))
late=collections.Counter()
ok=collections.Counter();bad=collections.Counter();ex={};miss=collections.Counter();unk=collections.Counter();skipped=collections.Counter()
for f in sorted(glob.glob(os.path.join(folder, '*'))):
    peer=subprocess.run(['intel_vbt_decode','--all-panels','--file='+f],capture_output=True)
    d=json.loads(subprocess.run([tool,'--show','--json',f],capture_output=True).stdout)['vbts'][0]
    B={}; made=b'Generating LVDS data table pointers' in peer.stderr
    for b in d['blocks']: B.setdefault(b['id'],b)
    blk=None;cur=None;ctx='';dev=-1
    for line in peer.stdout.decode(errors='replace').splitlines():
        m=re.match(r'BDB block (\d+) \((\d+) bytes\)',line)
        if m:
            blk=int(m[1]);cur=B.get(blk);ctx='';dev=-1
            if cur is None and blk==41 and made: blk=None # the peer's own, made for tables without one
            elif cur is None and m[2]=='0' and 53 in B: blk=None # the end of block 53: docs/formats/vbt.md
            elif cur is None: bad[(blk,'block missing')]+=1
            elif blk!=41 and cur['size']!=int(m[2]): bad[(blk,'size')]+=1; ex[(blk,'size')]=(os.path.basename(f),cur['size'],m[2])
            continue
        if blk is None or not line.strip(): continue
        if blk!=53 and not any(k[0]==blk for k in M): unk[(blk,'','any line of the block')]+=1; continue
        if cur is None: skipped[blk]+=1; continue
        m=re.match(r'\tALS (backlight adjust|Lux): (\d+)',line)
        if blk==44 and m:
            at=ctx or 0; l=B[44].get('ambient_light',[])
            name='lux' if m[1]=='Lux' else 'backlight_adjust'
            if at//2>=len(l): miss[(44,'als')]+=1
            elif l[at//2][name]==int(m[2]): ok[(44,'als')]+=1
            else: bad[(44,'als')]+=1
            ctx=at+1
            continue
        if blk==53:
            m=re.match(r'\tPanel (\d+)|\t\tSequence (\d+)',line)
            if m: # the peer lists the sequences by their number
                if m[1]: pan=int(m[1])
                else: cur=[x for x in B[53].get('steps',[]) if x['panel']==pan and x['sequence']==SEQUENCES[int(m[2])]]
                ctx=0
                continue
            s=line.strip(); m=re.match(r'Sequence block version v(\d+)',s)
            good=B[53].get('sequence_version')==int(m[1]) if m else step(s,cur,ctx)
            if not m: ctx+=1
            (ok if good else bad)[(53,'steps')]+=1
            if not good: ex.setdefault((53,'steps'),(os.path.basename(f),s))
            continue
        if blk==23 and re.match(r'\d+:$',line): cur=B[23]['timings'][int(line.strip()[:-1])]; continue
        m=re.match(r'\t\t(\d+)x(\d+) clock (\d+)$',line) if blk==42 else None
        if m:
            good=[int(x) for x in m.groups()]==[cur.get('fp_x'),cur.get('fp_y'),cur.get('clock_khz',0)*1000]
            (ok if good else bad)[(42,'fp')]+=1
            if not good: ex.setdefault((42,'fp'),(os.path.basename(f),line.strip(),cur.get('fp_x'),cur.get('fp_y'),cur.get('clock_khz')))
            continue
        m=re.match(r'\t(?:Panel|DSC block) (\d+)( \*)?$',line.rstrip())
        if m: cur=next((x for x in B[blk].get('panels',[]) if x['panel']==int(m[1])),{}) ;ctx='';continue
        if line.startswith('\tChild device info'):
            dev+=1; l=B[blk].get('devices',[]); cur=l[dev] if dev<len(l) else {};ctx='';continue
        if blk in(41,) and line.startswith('\tPanel name'): cur=B[blk]
        s=line.strip()
        lab,_,val=s.partition('?' if '?' in s else ':')
        if '?' in s: lab+='?'
        if blk==23 and ':' not in s: lab,_,val=s.partition(' ')
        lab=lab.strip();val=val.strip()
        if not val and lab in('Port Desc','General Param','Dphy Params','Dphy Flags','Timings based on Dphy spec','MIPI PPS','MIPI PWM delays'): continue
        if lab in CTX and not val: ctx=lab;continue
        if blk in(2,11) and s in BITS:
            good=(v(cur['device_type'])>>BITS.index(s)&1)==(s!='HDMI output') # that bit says "not"
            (ok if good else bad)[(blk,'device_type')]+=1
            continue
        key=(blk,ctx,lab)
        if key not in M: key=(blk,'',lab)
        if key not in M:
            unk[(blk,ctx,lab[:40])]+=1; continue
        name,how=M[key]
        if blk==9 and name not in cur and name[:-3] in cur: # the peer multiplies what is a choice from BDB 205 on
            name,how=name[:-3],'paren'
        if how=='misc':
            l=B[22].get('misc',[])
            if name>=len(l): miss[(22,'misc')]+=1; continue
            good=int(val,16)==l[name]['value']
            (ok if good else bad)[(22,'misc')]+=1
            continue
        if name not in cur and gated(blk,cur is not B[blk],name,d['bdb_version']): late[(blk,name)]+=1; continue
        if name not in cur: miss[(blk,name)]+=1; ex.setdefault((blk,name,'miss'),(os.path.basename(f),d['bdb_version'],val)); continue
        o=cur[name]; ov=v(o)
        try:
            if how=='yes': r=(val=='yes')==bool(ov)
            elif how=='bool': r=(val=='yes')==bool(ov)
            elif how=='num':
                n=int(re.match(r'(0x[0-9a-fA-F]+|\d+)',val)[1],0); r=n==ov
                if blk==41 and 'offset' in name: r=True if n==ov-B[42]['offset']+48 or n==ov==0 else False
                if not r and blk==41 and name=='panel_name_offset': r = n==ov-(B[42]['offset']-48)
            elif how=='total': r=int(val)==cur['hactive' if name=='hblank' else 'vactive']+ov
            elif how=='sync':
                a,b2=[int(x) for x in re.findall(r'\d+',val)[:2]]; k=name[0]; r=[a,b2]==[cur[k+'active']+ov,cur[k+'active']+ov+cur[k+'sync_width']]
            elif how=='dscbuf': r=int(val)==(ov+1)*(1024<<2*cur['rc_buffer_block_size']['value'])
            elif how=='paren': r=int(re.search(r'\((0x[0-9a-fA-F]+|\d+)\)$',val)[1],0)==ov
            elif how=='hexfirst': r=int(val.split()[0],16)==ov
            elif how=='x' : r=int(val[1:])==ov
            elif how=='lanes': r=int(val.split()[0][1:])==ov
            elif how=='lane': r=int(val.split()[-1])==ov
            elif how=='lttpr': r=val.startswith('non')==bool(ov)
            elif how=='text': r=norm(val)==norm(o) or val.strip()==o
            elif how=='word': r=val.split()[0]==o
            elif how in('nametext','ratename','namefuzzy'): r=norm(o['name'])==norm(val) or (o['name']=='unknown' and 'unknown' in val)
            elif how=='firstword': r=o['name'].split()[0]==val or (o['name']=='unknown' and 'unknown' in val)
            elif how=='ver': r=val=='%d.%d'%(cur['version_major'],cur['version_minor'])
            elif how=='rate200': r=int(re.search(r'\((0x[0-9a-f]+)\)',val)[1],16)*200==ov
            elif how=='pps': r=val=='T3 %d T7 %d T9 %d T10 %d T12 %d'%tuple(cur[k] for k in('t1_t3_100us','t8_100us','t9_100us','t10_100us','t11_t12_100us'))
            elif how=='dual': r={'not supported':0,'Front Back mode':1,'Pixel Alternative Mode':2}[val]==ov
            elif how=='timings':
                t=[float(x) for x in val.split()[:9]]; c=cur
                r=t==[c['hactive'],c['hactive']+c['hsync_offset'],c['hactive']+c['hsync_offset']+c['hsync_width'],c['hactive']+c['hblank'],c['vactive'],c['vactive']+c['vsync_offset'],c['vactive']+c['vsync_offset']+c['vsync_width'],c['vactive']+c['vblank'],c['clock_khz']]
            else: r=(val==how)==bool(ov)
        except Exception as e: r=False
        if r: ok[(blk,name)]+=1
        else: bad[(blk,name)]+=1; ex.setdefault((blk,name),(os.path.basename(f),d['bdb_version'],val,o))
def counts(wanted):
    return [sum(n for k,n in c.items() if wanted(k[0])) for c in (ok,bad,miss)]
def note(text): print(text,file=sys.stderr)
blocks=sorted({k[0] for c in (ok,bad,miss) for k in c})
table(('block','agree','differ','only the peer'),
      [(b,*counts(lambda block: block==b)) for b in blocks]+[('all',*counts(lambda block: True))])
for k,n in sorted(bad.items()): note('differ: block %d %s: %d times, such as %s'%(*k,n,ex.get(k)))
for k,n in sorted(miss.items()): note('only the peer: block %d %s: %d times, such as %s'%(*k,n,ex.get(k+('miss',))))
note('%d lines are of fields that the version does not have; the peer has no gates for them' % sum(late.values()))
note('%d lines of the peer have no row here' % sum(unk.values()))
for k,n in sorted(unk.items()): note('no row: block %d %s %s: %d times'%(*k,n))
